/** A form's upload of its file: how far it is, what calls it off, and what the server has of it already. */
import { useEffect, useRef, useState } from 'react'
import { type Begun, dropUpload, uploadVideo } from './upload.ts'

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
  /** What a lost line has cut off. */
  const begun = useRef<Begun>(null)
  useEffect(
    () => () => {
      if (uploading.current) uploading.current.abort()
      else if (begun.current) dropUpload(begun.current)
    },
    [],
  )

  function begunOf(file: File): Begun {
    if (begun.current?.file === file) return begun.current
    if (begun.current) dropUpload(begun.current)
    begun.current = { file, upload: null, bytes: 0 }
    return begun.current
  }

  /** Answers the upload, to be named with the video. Throws `CalledOff`, and what `send` throws. */
  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.upload
    uploading.current = new AbortController()
    const { signal } = uploading.current
    try {
      const onProgress = (bytes: number) => setProgress({ bytes, of: file.size })
      const upload = await uploadVideo(begunOf(file), { signal, onProgress })
      // Whole: it is the video's from here on.
      begun.current = null
      return upload
    } catch (problem) {
      throw signal.aborted ? new CalledOff() : problem
    } finally {
      uploading.current = null
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
