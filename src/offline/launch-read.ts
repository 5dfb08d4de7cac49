/**
 * What a launch reads from the disk. The shell begins it (src/early.ts), so that it is there when the code that needs it
 * has been compiled: a tenth of a second of a phone's launch.
 */
import { type KeptQuery, readKept } from './kept-queries.ts'
import { launchRows } from './launch-rows.ts'

const READERS = { queries: readKept, changes: launchRows }
type Kind = keyof typeof READERS
type Reading<K extends Kind> = ReturnType<(typeof READERS)[K]>
interface Begun {
  readonly userId: number
  readonly reading: { [K in Kind]?: Reading<K> }
}

/** The shell's script and the page's code share nothing else. */
const shared = globalThis as { launchRead?: Begun }

/** Answers with what is kept of the screens. */
export function beginReading(userId: number): Promise<readonly KeptQuery[]> {
  const reading = { queries: readKept(userId), changes: launchRows(userId) }
  for (const each of Object.values(reading)) each.catch(() => {}) // said to who takes it
  shared.launchRead = { userId, reading }
  return reading.queries
}

/** What was begun for this person, once: it is of that moment. After that, and for anybody else, it is read now. */
export function readOnce<K extends Kind>(kind: K, userId: number): Reading<K> {
  const begun = shared.launchRead?.userId === userId ? shared.launchRead.reading : {}
  const early = begun[kind]
  delete begun[kind]
  return early ?? (READERS[kind] as (userId: number) => Reading<K>)(userId)
}
