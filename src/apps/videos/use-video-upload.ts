/** A form's upload of its file: how far it is, what calls it off, and what the server has of it already. */
import { useEffect, useRef, useState } from 'react'
import { uploadVideo } from './upload.ts'

/** Whoever calls an upload off needs no excuse. */
export class CalledOff extends Error {}

interface Progress {
  readonly bytes: number
  readonly of: number
}

export function useVideoUpload() {
  /** Null while none is under way. */
  const [progress, setProgress] = useState<Progress | null>(null)
  const uploading = useRef<AbortController>(null)
  const uploaded = useRef<{ readonly file: File; readonly upload: string }>(null)
  useEffect(() => () => uploading.current?.abort(), [])

  /** Answers the upload, to be named with the video. Throws `CalledOff`, and what `send` throws. */
  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.upload
    uploading.current = new AbortController()
    const { signal } = uploading.current
    try {
      return await uploadVideo(file, { signal, onProgress: (bytes) => setProgress({ bytes, of: file.size }) })
    } catch (problem) {
      throw signal.aborted ? new CalledOff() : problem
    } finally {
      setProgress(null)
    }
  }

  /** After a lost answer the same upload is named again, so that it makes no second video. */
  function remember(file: File, upload: string): void {
    uploaded.current = { file, upload }
  }

  function forget(): void {
    uploaded.current = null
  }

  const callOff = () => uploading.current?.abort()

  return { progress, upload, callOff, remember, forget }
}
