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

/** What the server has of a file that is on its way. */
export interface Begun {
  readonly file: File
  /** Null before the first part. */
  upload: string | null
  bytes: number
}

/** Nobody waits for it: the server removes by itself what nobody goes on with. */
export function dropUpload({ upload }: Begun): void {
  if (upload) void send(dropVideoUpload, { params: { upload } }).catch(() => {})
}

/**
 * Answers the upload, to be named with the video. Throws what `send` throws: after a lost line the same `begun` goes on where
 * it was, after anything else nothing of it is left.
 */
export async function uploadVideo(begun: Begun, { signal, onProgress }: Options): Promise<string> {
  const { file } = begun
  try {
    const upload = begun.upload ?? (await send(beginVideoUpload, { signal })).upload
    begun.upload = upload
    for (; begun.bytes < file.size; begun.bytes += VIDEO_PART) {
      onProgress(begun.bytes)
      await put(upload, begun.bytes, file.slice(begun.bytes, begun.bytes + VIDEO_PART), signal)
    }
    signal.throwIfAborted()
    onProgress(file.size)
    return upload
  } catch (error) {
    if (signal.aborted || !isPassing(error)) {
      dropUpload(begun)
      Object.assign(begun, { upload: null, bytes: 0 } satisfies Partial<Begun>)
    }
    throw error
  }
}
