/**
 * A second copy of what waits, beside the database. Where the power goes or the browser is killed in the middle of a
 * write, Chromium still finds the database whole at its next start, and throws it away as corrupt at the one after that.
 * The database that is then made begins with this copy (`openDb`).
 */
import { attempt } from '#src/lib/attempt.ts'
import type { NewRow, Row } from './row.ts'

const PREFIX = 'portal.waiting:'
/** How far the copy may be behind: there is a whole visit between the cut and what it costs. */
const BEHIND_MS = 1_000

/** What is open of a person's rows, unless this device has no room for it: a copy of what once was is worse than none. */
export function writeSpare(userId: number, rows: readonly Row[]): void {
  const key = PREFIX + userId
  const open = rows.filter(({ state }) => state !== 'acked')
  const isWritten =
    open.length > 0 &&
    attempt(() => {
      localStorage.setItem(key, JSON.stringify(open))
      return true
    })
  if (!isWritten) attempt(() => localStorage.removeItem(key))
}

/** Writes the copy of a person's rows as they change, a moment later. */
export function spareOf(userId: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest: readonly Row[] = []
  return {
    hear(rows: readonly Row[]): void {
      newest = rows
      timer ??= setTimeout(() => {
        timer = undefined
        writeSpare(userId, newest)
      }, BEHIND_MS)
    },
    /** What is not written yet is not: it may be gone by now. */
    stop: () => clearTimeout(timer),
  }
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'key' in value && 'userId' in value

function parsed(text: string | null): readonly Row[] {
  const rows: unknown = attempt(() => JSON.parse(text ?? '[]'))
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/** All that was open on this device, of everybody, in the order of each one's taps; a new database numbers them anew. */
export function spareRows(): readonly NewRow[] {
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? []
  return keys.flatMap((key) => parsed(attempt(() => localStorage.getItem(key)))).map(({ seq: _, ...row }) => row)
}
