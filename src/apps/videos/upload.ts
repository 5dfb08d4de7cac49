/** Uploads the file of a video, part by part: a part that is lost on the way is sent again, the others are safe. */
import { beginVideoUpload, dropVideoUpload, putVideoPart, VIDEO_PART } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { Problem, Unreachable } from '#src/api/problem.ts'
import { pause } from '#src/lib/pause.ts'

const TRIES = 4
const PAUSE_MS = 1_000
const BUSY = 429

interface Options {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

const isPassing = (error: unknown) =>
  error instanceof Unreachable || (error instanceof Problem && (error.status === BUSY || error.status >= 502))

async function put(upload: string, offset: number, bytes: Blob, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await send(putVideoPart, { params: { upload, offset }, body: bytes, signal })
      return
    } catch (error) {
      if (signal.aborted || attempt >= TRIES || !isPassing(error)) throw error
      const wait = error instanceof Problem ? error.retryAfterMs : null
      await pause(wait ?? PAUSE_MS * attempt)
    }
}

/** Answers the upload, to be named with the video. Throws what `send` throws; then nothing of it is left. */
export async function uploadVideo(file: File, { signal, onProgress }: Options): Promise<string> {
  const { upload } = await send(beginVideoUpload, { signal })
  try {
    for (let offset = 0; offset < file.size; offset += VIDEO_PART) {
      onProgress(offset)
      await put(upload, offset, file.slice(offset, offset + VIDEO_PART), signal)
    }
    signal.throwIfAborted()
    onProgress(file.size)
    return upload
  } catch (error) {
    void send(dropVideoUpload, { params: { upload } }).catch(() => {})
    throw error
  }
}
