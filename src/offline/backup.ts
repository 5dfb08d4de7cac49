/**
 * A second copy of the open rows, in localStorage beside the database. If the power fails or the browser is killed in
 * the middle of a write, Chromium finds the database whole at its next start, and deletes it as corrupt at the one
 * after that. The database that is then created begins with this copy (`openDb`). What was done in the seconds before a
 * second kill is not in it: Chromium writes localStorage late.
 */
import { isObject } from '#contract/records.ts'
import { attempt } from '#src/lib/attempt.ts'
import type { Row } from './row.ts'

const PREFIX = 'portal.waiting:'
/**
 * Delay of the copy. A long one is written less often, so that it does not hold up the browser's other writes to
 * localStorage.
 */
const DELAY_MS = 1_000
const LONG_COPY = 50
const LONG_DELAY_MS = 15_000

/**
 * Whether the row is open and copied. Private rows are not: the worker blanks them in the database once they are sent,
 * but cannot reach this copy. A mood report is asked for again instead.
 */
const isCopied = ({ state, isPrivate }: Row) => state !== 'acked' && !isPrivate

/** Returns the open rows and the accepted ones of the same entities, which tell which revisions are the person's own. */
function copyOf(rows: readonly Row[]): readonly Row[] {
  const entities = new Set(rows.filter(isCopied).map(({ entity }) => entity))
  return rows.filter((row) => isCopied(row) || (row.state === 'acked' && entities.has(row.entity)))
}

/**
 * Replaces the copy of a person's rows. If this device has no room for it the copy is deleted: an outdated one is worse
 * than none.
 */
export function writeBackup(userId: number, rows: readonly Row[]): void {
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

/** Returns a digest of what counts in a rebuilt database: that a row was tried once more does not. */
const digestOf = (rows: readonly Row[]) =>
  copyOf(rows)
    .map(({ key, state, insisted }) => `${key} ${state} ${insisted}`)
    .join()

/** Returns a writer of a person's copy: it writes a moment after a change, but at once when nothing is open any more. */
export function newBackupWriter(userId: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: readonly Row[] = []
  let written: string | undefined

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const digest = digestOf(newest)
    if (digest === written) return
    writeBackup(userId, newest)
    written = digest
  }

  return {
    onRows(rows: readonly Row[]): void {
      newest = rows
      const open = rows.filter(isCopied).length
      if (open === 0) write()
      else timer ??= setTimeout(write, open > LONG_COPY ? LONG_DELAY_MS : DELAY_MS)
    },
    /** Writes what is due: the page may end at any time from now on. */
    flush: () => timer !== undefined && write(),
    /** Drops what is not written yet: the person may have discarded it when leaving. */
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const REQUIRED_COLUMNS = ['seq', 'key', 'userId', 'state', 'entity', 'call', 'occurredAt', 'attempts']
const isRow = (value: unknown): value is Row => isObject(value) && REQUIRED_COLUMNS.every((name) => name in value)

function parsed(text: string | null): readonly Row[] {
  const rows: unknown = attempt(() => JSON.parse(text ?? '[]'))
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/**
 * Returns all open rows that were copied on this device, of every person. Each may have been sent since the copy was
 * written, so it counts as attempted and changes no more.
 */
export function backupRows(): readonly Row[] {
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? []
  return keys
    .flatMap((key) => parsed(attempt(() => localStorage.getItem(key))))
    .map((row) => ({ ...row, attempts: Math.max(1, row.attempts) }))
}
