/**
 * A second copy of what waits, beside the database. Where the power goes or the browser is killed in the middle of a
 * write, Chromium still finds the database whole at its next start, and throws it away as corrupt at the one after that.
 * The database that is then made begins with this copy (`openDb`). Of what was done in the seconds before a second kill
 * there is none: Chromium writes localStorage late.
 */
import { attempt } from '#src/lib/attempt.ts'
import type { Row } from './row.ts'

const PREFIX = 'portal.waiting:'
/** A long copy is written more seldom, lest it hold up all else that the browser writes there. */
const BEHIND_MS = 1_000
const LONG = 50
const LONG_BEHIND_MS = 15_000

/**
 * Private rows are not copied: the worker, which blanks them in the database once they are sent, cannot reach this copy. A
 * mood report is asked for again.
 */
const isCopied = ({ state, isPrivate }: Row) => state !== 'acked' && !isPrivate

/** What is open, and what was accepted of the same entities: it says which revisions are the person's own. */
function copyOf(rows: readonly Row[]): readonly Row[] {
  const entities = new Set(rows.filter(isCopied).map(({ entity }) => entity))
  return rows.filter((row) => isCopied(row) || (row.state === 'acked' && entities.has(row.entity)))
}

/** Replaces the copy of a person's rows. Where this device has no room for it there is none: one of long ago is worse. */
export function writeSpare(userId: number, rows: readonly Row[]): void {
  const key = PREFIX + userId
  const copy = copyOf(rows)
  const isWritten =
    copy.length > 0 &&
    attempt(() => {
      localStorage.setItem(key, JSON.stringify(copy))
      return true
    })
  if (!isWritten) attempt(() => localStorage.removeItem(key))
}

/** What of the rows counts in a database that is made anew: that one was tried once more does not. */
const gistOf = (rows: readonly Row[]) =>
  copyOf(rows)
    .map(({ key, state, insisted }) => `${key} ${state} ${insisted}`)
    .join()

/** Writes the copy of a person's rows as they change: a moment later, but at once where nothing is open any more. */
export function spareOf(userId: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: readonly Row[] = []
  let written: string | undefined

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const gist = gistOf(newest)
    if (gist === written) return
    writeSpare(userId, newest)
    written = gist
  }

  return {
    hear(rows: readonly Row[]): void {
      newest = rows
      const open = rows.filter(isCopied).length
      if (open === 0) write()
      else timer ??= setTimeout(write, open > LONG ? LONG_BEHIND_MS : BEHIND_MS)
    },
    /** The page may end at any time from now on. */
    hurry: () => timer !== undefined && write(),
    /** What is not written yet is not: the person may have thrown it away as they left. */
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const NEEDED = ['seq', 'key', 'userId', 'state', 'entity', 'call', 'occurredAt', 'attempts']
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && NEEDED.every((name) => name in value)

function parsed(text: string | null): readonly Row[] {
  const rows: unknown = attempt(() => JSON.parse(text ?? '[]'))
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/** All that was open on this device, of everybody. It may have been sent since it was written, and changes no more. */
export function spareRows(): readonly Row[] {
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? []
  return keys
    .flatMap((key) => parsed(attempt(() => localStorage.getItem(key))))
    .map((row) => ({ ...row, attempts: Math.max(1, row.attempts) }))
}
