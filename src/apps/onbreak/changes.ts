/** Leaving and coming back: what is sent, and where its answer goes. */
import { type BreakInfo, type BreakStatus, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { send } from '#src/api/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { uuid } from '#src/lib/uuid.ts'
import { asLiveMessage, merge } from './merge.ts'
import { board, breakOf, myBreak } from './queries.ts'

/** When the person did it and what they saw, so that a later change of another is not undone (wire.md §1). */
function headersOf(rev: number | undefined): Record<string, string> {
  const now = new Date().toISOString()
  return {
    'Idempotency-Key': uuid(),
    'Occurred-At': now,
    'Sent-At': now,
    ...(rev === undefined ? {} : { 'Base-Rev': String(rev) }),
  }
}

function keep(info: BreakInfo): void {
  queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) => merge(held ?? [], asLiveMessage(info)))
  queryClient.setQueryData(breakOf(info.user).queryKey, info)
}

/** One's own status. `seen`: the record that was on screen. */
export async function setMyBreak(status: BreakStatus, seen: BreakInfo): Promise<void> {
  const info = await send(updateMyBreak, { body: status, headers: headersOf(seen.rev) })
  queryClient.setQueryData(myBreak.queryKey, info)
  keep(info)
}

/** Another's status, for board admins. */
export async function setBreak(status: BreakStatus, seen: BreakInfo): Promise<void> {
  keep(await send(updateBreak, { params: { id: seen.user }, body: status, headers: headersOf(seen.rev) }))
}
