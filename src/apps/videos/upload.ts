/** Uploads a video file in parts. A part that is lost on the way is sent again; the parts before it are safe. */
import { beginVideoUpload, dropVideoUpload, putVideoPart, VIDEO_PART_BYTES } from '#contract/apps/videos.ts'
import { send } from '#src/api/call.ts'
import { Problem, Unreachable } from '#src/api/problem.ts'
import { pause } from '#src/lib/pause.ts'

const TRIES = 4
const PAUSE_MS = 1_000
const BUSY = 429
/** The portal's disk is full. Trying on does not help, and what is uploaded takes up the space that is missing. */
const FULL = 507

interface UploadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

const isTransient = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof Problem && error.status !== FULL && (error.status === BUSY || error.status >= 502))

async function putPart(upload: string, offset: number, bytes: Blob, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await send(putVideoPart, { params: { upload, offset }, body: bytes, signal })
      return
    } catch (error) {
      if (signal.aborted || attempt >= TRIES || !isTransient(error)) throw error
      const wait = error instanceof Problem ? error.retryAfterMs : null
      await pause(wait ?? PAUSE_MS * attempt, signal)
    }
}

/** A started upload and how much of the file the server has. */
export interface PartialUpload {
  readonly file: File
  /** Null before the first part. */
  upload: string | null
  bytes: number
}

/** Drops an upload without waiting for the answer: the server removes abandoned uploads by itself. */
export function dropUpload({ upload }: PartialUpload): void {
  if (upload) void send(dropVideoUpload, { params: { upload } }).catch(() => {})
}

/**
 * Uploads the file and returns the id of the upload, which is sent with the video. Throws what `send` throws: after a
 * transient failure, such as a lost connection, the same `partial` can resume; after any other the upload is dropped.
 */
export async function uploadVideo(partial: PartialUpload, { signal, onProgress }: UploadOptions): Promise<string> {
  const { file } = partial
  try {
    const upload = partial.upload ?? (await send(beginVideoUpload, { signal })).upload
    partial.upload = upload
    for (; partial.bytes < file.size; partial.bytes += VIDEO_PART_BYTES) {
      onProgress(partial.bytes)
      await putPart(upload, partial.bytes, file.slice(partial.bytes, partial.bytes + VIDEO_PART_BYTES), signal)
    }
    signal.throwIfAborted()
    onProgress(file.size)
    return upload
  } catch (error) {
    if (signal.aborted || !isTransient(error)) {
      dropUpload(partial)
      Object.assign(partial, { upload: null, bytes: 0 } satisfies Partial<PartialUpload>)
    }
    throw error
  }
}
