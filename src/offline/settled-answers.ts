/** Tells the screens of every answer to this person's changes, once, whichever tab or worker received it. */
import type { SettledChange } from './kind.ts'
import { isPartlyDone, type Row } from './row.ts'

let handler: ((change: SettledChange) => void) | null = null
/** The rows last reported, and the answers to changes that have no row, from before there was a handler. */
let unheardRows: readonly Row[] = []
let unheardAnswers: SettledChange[] = []
/** Keys of settled rows whose answers the screens already have. */
let reportedKeys = new Set<string>()

/** Reports the answers among these rows that the screens do not have yet. */
export function reportSettled(rows: readonly Row[]): void {
  if (!handler) {
    unheardRows = rows
    return
  }
  for (const row of rows) {
    if (row.state === 'pending' || reportedKeys.has(row.key)) continue
    // The screens got this answer long ago; only its note is left to be read.
    if (isPartlyDone(row) && row.answer === null) continue
    reportedKeys.add(row.key)
    handler(row)
  }
}

/** Reports the answer to a change that was sent without being stored. */
export function reportAnswer(settled: SettledChange): void {
  if (handler) handler(settled)
  else unheardAnswers.push(settled)
}

/** Registers `onSettled`, which is called with every answer, those before included. */
export function setSettledHandler(onSettled: (change: SettledChange) => void): void {
  handler = onSettled
  for (const change of unheardAnswers.splice(0)) handler(change)
  reportSettled(unheardRows)
  unheardRows = []
}

/** Forgets the answers of a person who has left. */
export function forgetAnswers(): void {
  unheardRows = []
  unheardAnswers = []
  reportedKeys = new Set()
}
