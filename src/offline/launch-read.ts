/**
 * What a launch reads from disk. The shell's script starts the reads (src/early.ts), so that they are done when the
 * code that needs them has been compiled: this saves a tenth of a second of a phone's launch.
 */
import { type KeptQuery, readKept } from './kept-queries.ts'
import { launchRows } from './launch-rows.ts'

const READERS = { queries: readKept, changes: launchRows }
type Kind = keyof typeof READERS
type Reading<K extends Kind> = ReturnType<(typeof READERS)[K]>
interface LaunchReads {
  readonly userId: number
  readonly reading: { [K in Kind]?: Reading<K> }
}

/** Reads that the shell’s script has begun; the page’s code, another script, takes them from here. */
const shared = globalThis as { launchRead?: LaunchReads }

/** Starts both reads. Returns the kept queries. */
export function beginReading(userId: number): Promise<readonly KeptQuery[]> {
  const reading = { queries: readKept(userId), changes: launchRows(userId) }
  for (const each of Object.values(reading)) each.catch(() => {}) // reported to the caller of `readOnce`
  shared.launchRead = { userId, reading }
  return reading.queries
}

/**
 * Returns the read that the shell started for this person, once, because it shows that moment. Later calls, and calls
 * for anybody else, read the disk now.
 */
export function readOnce<K extends Kind>(kind: K, userId: number): Reading<K> {
  const begun = shared.launchRead?.userId === userId ? shared.launchRead.reading : {}
  const early = begun[kind]
  delete begun[kind]
  return early ?? (READERS[kind] as (userId: number) => Reading<K>)(userId)
}
