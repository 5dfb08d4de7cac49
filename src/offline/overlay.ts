/** What is seen: the server's record with this person's own changes folded over it (offline.md §2.6). Pure; nothing is ever rolled back. */
import { isAwaited, type Row } from './row.ts'

/** A record that the server counts; without `rev`, as from another server, an accepted change is in it at once. */
interface Counted {
  readonly rev?: number | undefined
}

/** Whether the record does not show this row yet: it has not been accepted, or the record is older than the acceptance. */
const isAhead = (row: Row, { rev }: Counted) =>
  isAwaited(row) || (row.state === 'acked' && row.ackRev !== null && rev !== undefined && rev < row.ackRev)

/** `rows`: of this record, in the order of the taps. Answers the record itself where none of them is ahead of it. */
export const overlay = <Record extends Counted>(
  record: Record,
  rows: readonly Row[],
  apply: (record: Record, row: Row) => Record,
): Record => rows.filter((row) => isAhead(row, record)).reduce(apply, record)
