/** Deletion of one record by its id. */
import { type CallDeclaration, callId } from '#contract/call.ts'
import type { IdParams } from '#contract/values.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { send } from './call.ts'

/** The calls that delete one record. */
export interface Deletion extends CallDeclaration {
  readonly method: 'DELETE'
  readonly params: typeof IdParams
  readonly query?: never
  readonly body?: never
  readonly answer: null
}

const keys = repeatKeys()

/**
 * Deletes the record with this id, and throws like `send`. While the page is open, a repeat after a lost answer is
 * answered like the first request, not by “There is no such …” (wire.md §2).
 */
export async function sendDeletion(call: Deletion, id: number): Promise<void> {
  await send(call, { params: { id }, headers: keys.headers(`${callId(call)} ${id}`) })
}
