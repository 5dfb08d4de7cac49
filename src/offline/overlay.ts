/** What is seen: the server's record with this person's own changes folded over it (offline.md §2.6). Pure; nothing is ever rolled back. */
import { isAfter, isAwaited, type Row } from './row.ts'

/** A record that the server counts, or, as all of another server, does not. */
interface Counted {
  readonly rev?: number | undefined
}

/** Accepted after the answer was asked for that is held: it does not show it yet. */
export const isNewsTo = (asOf: number, { state, settledAt }: Row): boolean =>
  state === 'acked' && isAfter(settledAt, asOf)

/** Whether the record does not show this row yet: it has not been accepted, or the record is older than the acceptance. */
function isAhead(row: Row, { rev }: Counted, asOf: number): boolean {
  if (isAwaited(row)) return true
  if (rev === undefined) return isNewsTo(asOf, row)
  return row.state === 'acked' && row.ackRev !== null && rev < row.ackRev
}

/**
 * `rows`: of this record, in the order of the taps. `asOf`: when a record without `rev` was asked for; where that is not
 * known, what was accepted is in it at once. Answers the record itself where none of the rows is ahead of it.
 */
export const overlay = <Record extends Counted>(
  record: Record,
  rows: readonly Row[],
  apply: (record: Record, row: Row) => Record,
  asOf = Number.POSITIVE_INFINITY,
): Record => rows.filter((row) => isAhead(row, record, asOf)).reduce(apply, record)
