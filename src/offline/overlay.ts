/**
 * Computes what is seen: the server's record with this person's own changes folded over it (offline.md §2.6). Pure;
 * nothing is ever rolled back.
 */
import type { WithRevision } from '#src/lib/newer.ts'
import { isPendingAndShown, isSettledAfter, type Row } from './row.ts'

/** Whether the row was accepted after the held answer was asked for (`asOf`), which thus does not show it yet. */
export const isAcceptedAfter = (asOf: number, { state, settledAt }: Row): boolean =>
  state === 'acked' && isSettledAfter(settledAt, asOf)

/** Whether the record does not show this row yet: it has not been accepted, or the record is older than the acceptance. */
function isAhead(row: Row, { rev }: WithRevision, asOf: number): boolean {
  if (isPendingAndShown(row)) return true
  if (rev === undefined) return isAcceptedAfter(asOf, row)
  return row.state === 'acked' && row.ackRev !== null && rev < row.ackRev
}

/**
 * Folds over the record those rows that it does not show yet. `rows`: of this record, in the order of the taps. `asOf`:
 * when a record without `rev` was asked for; if unknown, every accepted row counts as shown. Returns the record itself
 * if it shows all rows.
 */
export const overlay = <Record extends WithRevision>(
  record: Record,
  rows: readonly Row[],
  apply: (record: Record, row: Row) => Record,
  asOf = Number.POSITIVE_INFINITY,
): Record => rows.filter((row) => isAhead(row, record, asOf)).reduce(apply, record)
