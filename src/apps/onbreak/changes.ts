/** Leaving and coming back: how it is kept, said, shown before the server has it, and brought home when it has. */
import * as z from 'zod/mini'
import { BreakInfo, BreakStatus, createBreakData, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { sayStatus } from '#src/api/live.ts'
import { isKnownAsOther } from '#src/api/portal-config.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { newer } from '#src/lib/newer.ts'
import { byServerClock, serverNow } from '#src/lib/server-clock.ts'
import { keepChange, keepChanges, type Made } from '#src/offline/keep-change.ts'
import type { QueuedKind, SettledChange } from '#src/offline/kind.ts'
import type { Row } from '#src/offline/row.ts'
import type { PlannedMinutes } from './due.ts'
import { asLiveMessage, merge } from './merge.ts'
import { board, breakOf, breakTypes, myBreak } from './queries.ts'

/** The order unit: what happens to one person's status happens in the order in which it was tapped. */
export const entityOf = (userId: number) => `break:${userId}`

const personOf = ({ params, userId }: Pick<Row, 'params' | 'userId'>) => Number(params.id ?? userId)

/** What a kept change asks for; null where it is not ours to read. */
export function statusOf(body: unknown): BreakStatus | null {
  const status = z.safeParse(BreakStatus, body)
  return status.success ? status.data : null
}

type Held = Pick<BreakInfo, 'status' | 'breakType' | 'clockOutTime' | 'plannedMinutes'>

/** What a change makes of a status: away with the same type goes on, and keeps the time of leaving. */
function after(held: Held, row: Row, planned: PlannedMinutes) {
  const wanted = statusOf(row.body)
  if (!wanted) return {}
  if (wanted.status)
    return { status: true, breakType: '', customMessage: '', clockOutTime: null, plannedMinutes: undefined }
  const { breakType = '', customMessage = '' } = wanted
  const goesOn = !held.status && held.breakType === breakType
  const { clockOutTime, plannedMinutes } = goesOn
    ? held
    : { clockOutTime: byServerClock(row.occurredAt), plannedMinutes: planned(breakType) }
  return { status: false, breakType, customMessage, clockOutTime, plannedMinutes }
}

/** A record with a change of this device in it. */
export const applyToInfo =
  (planned: PlannedMinutes) =>
  (info: BreakInfo, row: Row): BreakInfo => ({ ...info, ...after(info, row, planned) })

/** The same for a line of the board. */
export const applyToMessage =
  (planned: PlannedMinutes) =>
  (message: LiveMessage, row: Row): LiveMessage => {
    const held = { ...message, clockOutTime: message.timeLeft }
    const { clockOutTime: timeLeft = message.timeLeft, ...rest } = after(held, row, planned)
    return { ...message, ...rest, timeLeft }
  }

interface Tap {
  readonly status: BreakStatus
  /** The record that was on screen. */
  readonly seen: BreakInfo
  /** The refused change that this one does anew. */
  readonly repeats?: string | undefined
}

const isSameBreak = (status: BreakStatus) => (earlier: Row) => {
  const before = statusOf(earlier.body)
  return before !== null && !before.status && !status.status && before.breakType === status.breakType
}

function changeBy(
  userId: number,
  call: typeof updateMyBreak | typeof updateBreak,
  { status, seen, repeats }: Tap,
): Made {
  const isOwn = call === updateMyBreak
  return {
    userId,
    call,
    entity: entityOf(seen.user),
    target: entityOf(seen.user),
    params: isOwn ? {} : { id: seen.user },
    body: status,
    about: isOwn ? '' : seen.userName,
    baseRev: seen.rev ?? null,
    // Of what was not sent yet the last word counts, but leaving and coming back are two things.
    merges: status.status ? 'back' : 'away',
    continues: isSameBreak(status),
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/** Our server writes the log by itself; another has it from its clients (spec §7). What is done anew is in it already. */
function entryBy(userId: number, { status, seen, repeats }: Tap): readonly Made[] {
  const goesOn = !seen.status && seen.breakType === status.breakType
  if (status.status || goesOn || repeats !== undefined) return []
  const { breakType = '', customMessage = '' } = status
  return [
    {
      userId,
      call: createBreakData,
      entity: `break-log:${userId}`,
      target: `break-log:${userId}`,
      params: {},
      body: { breakType, customMessage, clockOutTime: new Date(serverNow()).toISOString() },
      about: breakType,
      baseRev: null,
    },
  ]
}

/** One's own status: safe on this device once the promise settles, and sent as soon as there is a line. */
export async function setMyBreak(tap: Tap): Promise<void> {
  const me = session.get()?._id
  if (!me) return
  const entry = isKnownAsOther() ? entryBy(me, tap) : []
  await keepChanges(me, [changeBy(me, updateMyBreak, tap), ...entry])
}

/** Another's status, for board admins. */
export async function setBreak(tap: Tap): Promise<void> {
  const me = session.get()?._id
  if (me) await keepChange(changeBy(me, updateBreak, tap))
}

/** A record that an answer brought; what is held and newer stays. */
function bringHome(info: BreakInfo): void {
  const forward = (held: BreakInfo | undefined) => newer(info, held)
  queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) => held && merge(held, asLiveMessage(info)))
  queryClient.setQueryData(breakOf(info.user).queryKey, forward)
  if (info.user === session.get()?._id) queryClient.setQueryData(myBreak.queryKey, forward)
}

/**
 * Each launch is told anew of the answers of a whole day: without `rev` one of longer ago may no longer be what is, and one
 * of an earlier page has been said.
 */
const NEWS_MS = 10_000
const isNews = ({ settledAt }: SettledChange): boolean =>
  settledAt !== null && settledAt >= performance.timeOrigin && Math.abs(Date.now() - settledAt) < NEWS_MS

export const breakChange: QueuedKind = {
  words({ about, body }) {
    const status = statusOf(body)
    const what = status?.status === false ? `Away: ${status.breakType ?? ''}` : 'Back'
    const title = about ? `${about}: ${what}` : what
    return status?.customMessage ? { title, text: status.customMessage } : { title }
  },
  settled(change) {
    const info = z.safeParse(BreakInfo, change.answer)
    if (info.success && (info.data.rev !== undefined || isNews(change))) {
      // Another server's viewers hear of it from this page.
      if (info.data.rev === undefined) sayStatus(asLiveMessage(info.data))
      return bringHome(info.data)
    }
    // Refused, or of long ago: what is on screen, or chosen from, is perhaps not what the server has.
    for (const { queryKey } of [board, myBreak, breakOf(personOf(change)), breakTypes])
      void queryClient.invalidateQueries({ queryKey })
  },
}

export const breakLog: QueuedKind = {
  words: ({ about }) => ({ title: `In the break log: ${about}` }),
  settled() {}, // no screen shows it
}
