/**
 * Video files, kept in a folder beside the database because they are too large for it and for its backups. Several
 * servers on one Postgres share the folder.
 */
import { randomBytes } from 'node:crypto'
// The default export is for `statfs`, which a test can spy on there.
import files, { type FileHandle, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MAX_VIDEO_BYTES, VIDEO_TOO_LARGE } from '#contract/apps/videos.ts'
import { isDiskFull } from '../../db/errors.ts'
import { badRequest, conflict, notFound, Problem } from '../../http/problem.ts'
import { codeOf } from '../../lib/error-code.ts'
import { DAY_MS } from '../../lib/instants.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { isVideoName, kindOf, VIDEO_KINDS } from './video-kind.ts'

const PART = '.part'
/** How long an abandoned upload is kept. */
const PART_KEPT_MS = DAY_MS
/**
 * How long a file that belongs to no video is kept: a start on an empty database, or on an old backup, must not lose
 * the files of the right one.
 */
const UNUSED_KEPT_MS = 30 * DAY_MS

/** How much of a file tells its kind. */
const HEAD_BYTES = 4_096
/** What an upload leaves free: SQLite is on the same disk, and on a full one nobody could even sign in. */
const LEFT_FREE_BYTES = 104_857_600

export const uploadNotFound = () => notFound('This upload is unknown or has expired. Please start again.')
const uploadProblem = (status: number, detail: string) => new Problem(status, { detail, fields: { upload: detail } })

const diskFull = () => new Problem(507, 'The disk of the portal is full.')

/** Turns an error of the file system into one that a person understands. */
function problemOf(error: unknown): unknown {
  if (codeOf(error) === 'ENOENT') return uploadNotFound()
  if (isDiskFull(error)) return diskFull()
  return error
}

async function withFile<T>(path: string, flags: string, act: (file: FileHandle) => Promise<T>) {
  try {
    const file = await open(path, flags, 0o600)
    try {
      return await act(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw problemOf(error)
  }
}

/** Writes all bytes. A disk that fills up takes a part of them, and reports the error at the next write only. */
export async function writeWhole(file: Pick<FileHandle, 'write'>, bytes: Buffer, offset: number): Promise<void> {
  let done = 0
  while (done < bytes.length) done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
}

/** Throws 507 if these bytes would leave too little free. A file system that cannot tell its free space has enough. */
async function refuseToFill(folder: string, bytes: number): Promise<void> {
  const disk = await files.statfs(folder).catch(() => null)
  if (disk && disk.bavail * disk.bsize - bytes < LEFT_FREE_BYTES) throw diskFull()
}

interface VideoFile {
  readonly name: string
  readonly size: number
}

/** The video files of a data folder. */
export class VideoFiles {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = resolve(dataDir, 'videos')
  }

  /** Returns the path of a file, null for a name that cannot be one of ours. */
  pathOf(name: string): string | null {
    return isVideoName(name) ? join(this.#folder, name) : null
  }

  /** Creates an empty file under an unguessable name, which is the id of the upload. */
  async begin(): Promise<string> {
    makeFolder(this.#folder, 0o700)
    const upload = randomBytes(16).toString('hex')
    await withFile(this.#partOf(upload), 'wx', async () => {})
    return upload
  }

  /** Writes bytes at an offset and returns the size of the file so far. */
  put(upload: string, offset: number, bytes: Buffer): Promise<number> {
    return withFile(this.#partOf(upload), 'r+', async (file) => {
      const { size } = await file.stat()
      if (offset > size) throw conflict('A part of the file is missing before this one.', { size })
      if (offset + bytes.length > MAX_VIDEO_BYTES) throw uploadProblem(413, VIDEO_TOO_LARGE)
      await refuseToFill(this.#folder, offset + bytes.length - size)
      await writeWhole(file, bytes, offset)
      return Math.max(size, offset + bytes.length)
    })
  }

  /**
   * Turns a finished upload into a video file, synced to disk. Throws 415 for a file that browsers cannot play. An
   * upload that an earlier, failed request took already is returned again; the caller makes sure that no other video
   * has it.
   */
  async take(upload: string): Promise<VideoFile> {
    try {
      return await this.#make(upload)
    } catch (error) {
      const taken = await this.#taken(upload)
      if (taken) return taken
      throw error
    }
  }

  async drop(upload: string): Promise<void> {
    await rm(this.#partOf(upload), { force: true })
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  /** Deletes abandoned uploads, and files that have belonged to no video for long. */
  async sweep(isUsed: ReadonlySet<string>, now: string): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const isPart = name.endsWith(PART)
      const path = join(this.#folder, name)
      const file = isPart || isVideoName(name) ? await stat(path).catch(() => null) : null
      if (!file) continue
      if (isUsed.has(name)) {
        // Marks the file as used by its access time, which a copy of the folder does not take for a change.
        await utimes(path, new Date(now), file.mtime).catch(() => {})
        continue
      }
      const last = isPart ? file.mtimeMs : Math.max(file.atimeMs, file.mtimeMs)
      if (Date.parse(now) - last > (isPart ? PART_KEPT_MS : UNUSED_KEPT_MS)) await rm(path, { force: true })
    }
  }

  #partOf(upload: string): string {
    return join(this.#folder, upload + PART)
  }

  async #make(upload: string): Promise<VideoFile> {
    const { kind, size } = await withFile(this.#partOf(upload), 'r+', async (file) => {
      const head = Buffer.alloc(HEAD_BYTES)
      await file.read(head, 0, HEAD_BYTES, 0)
      await file.sync()
      return { kind: kindOf(head), size: (await file.stat()).size }
    })
    if (size === 0) throw badRequest('This file is empty.', 'upload')
    if (!kind) throw uploadProblem(415, 'The video must be an MP4, WebM or Ogg file.')
    const name = `${upload}.${kind}`
    // This fails if a second request for the same upload has renamed the file already.
    await rename(this.#partOf(upload), join(this.#folder, name)).catch((error) => Promise.reject(problemOf(error)))
    // Sync the folder too: the new name must survive a power cut.
    await withFile(this.#folder, 'r', (directory) => directory.sync())
    return { name, size }
  }

  /** Returns the file that an upload became, null if it became none. */
  async #taken(upload: string): Promise<VideoFile | null> {
    for (const kind of VIDEO_KINDS) {
      const name = `${upload}.${kind}`
      const stats = await stat(join(this.#folder, name)).catch(() => null)
      if (stats) return { name, size: stats.size }
    }
    return null
  }
}
