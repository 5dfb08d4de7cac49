/** The file upload of a form: its progress, how to cancel it, and what the server already has of the file. */
import { useEffect, useRef, useState } from 'react'
import { dropUpload, type PartialUpload, uploadVideo } from './upload.ts'

/** Thrown when the person cancels an upload; it is not reported as an error. */
export class UploadCancelled extends Error {}

interface UploadProgress {
  readonly bytes: number
  readonly total: number
}

export function useVideoUpload() {
  /** Null while no upload is in progress. */
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const uploading = useRef<AbortController>(null)
  const uploaded = useRef<{ readonly file: File; readonly upload: string }>(null)
  /** An upload that was interrupted by a lost connection. */
  const partial = useRef<PartialUpload>(null)
  useEffect(
    () => () => {
      if (uploading.current) uploading.current.abort()
      else if (partial.current) dropUpload(partial.current)
    },
    [],
  )

  function partialUploadOf(file: File): PartialUpload {
    if (partial.current?.file === file) return partial.current
    if (partial.current) dropUpload(partial.current)
    partial.current = { file, upload: null, bytes: 0 }
    return partial.current
  }

  /** Returns the id of the upload, to send with the video. Throws `UploadCancelled`, or what `send` throws. */
  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.upload
    uploading.current = new AbortController()
    const { signal } = uploading.current
    try {
      const onProgress = (bytes: number) => setProgress({ bytes, total: file.size })
      const upload = await uploadVideo(partialUploadOf(file), { signal, onProgress })
      // The upload is complete and will belong to the video, so it must not be dropped. If the video cannot be saved now,
      // the next attempt sends the same upload.
      partial.current = null
      uploaded.current = { file, upload }
      return upload
    } catch (problem) {
      throw signal.aborted ? new UploadCancelled() : problem
    } finally {
      uploading.current = null
      setProgress(null)
    }
  }

  /** After this the file is uploaded anew. */
  function forget(): void {
    uploaded.current = null
  }

  const cancel = () => uploading.current?.abort()

  return { progress, upload, cancel, forget }
}
