/**
 * Changes of a break status: storing them, wording them, showing them before the server has them, and settling them.
 */
import * as z from 'zod/mini'
import { BreakInfo, BreakStatus, createBreakData, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { isKnownAsOther } from '#src/api/known-config.ts'
import { broadcastStatus } from '#src/api/live.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { newer } from '#src/lib/newer.ts'
import { byServerClock, serverNow } from '#src/lib/server-clock.ts'
import { type ChangeRequest, keepChange, keepChanges } from '#src/offline/keep-change.ts'
import type { QueuedKind, SettledChange } from '#src/offline/kind.ts'
import type { Row } from '#src/offline/row.ts'
import type { PlannedMinutes } from './due.ts'
import { asLiveMessage, merge } from './merge.ts'
import { board, breakOf, breakTypes, myBreak } from './queries.ts'

/** Returns the outbox entity (order unit) of a person's status: its changes are sent in the order of the taps. */
export const entityOf = (userId: number) => `break:${userId}`

const personOf = ({ params, userId }: Pick<Row, 'params' | 'userId'>) => Number(params.id ?? userId)

/** Returns the status that a stored change asks for; null if the body does not parse. */
export function statusOf(body: unknown): BreakStatus | null {
  const status = z.safeParse(BreakStatus, body)
  return status.success ? status.data : null
}

type BreakFields = Pick<BreakInfo, 'status' | 'breakType' | 'clockOutTime' | 'plannedMinutes'>

/** Returns the fields after a change. Being away with the same type continues, and keeps the time of leaving. */
function fieldsAfter(held: BreakFields, row: Row, planned: PlannedMinutes) {
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

/** Returns a function that applies a change of this device to a record. */
export const applyToInfo =
  (planned: PlannedMinutes) =>
  (info: BreakInfo, row: Row): BreakInfo => ({ ...info, ...fieldsAfter(info, row, planned) })

/** Returns a function that applies a change of this device to a row of the board. */
export const applyToMessage =
  (planned: PlannedMinutes) =>
  (message: LiveMessage, row: Row): LiveMessage => {
    const held = { ...message, clockOutTime: message.timeLeft }
    const { clockOutTime: timeLeft = message.timeLeft, ...rest } = fieldsAfter(held, row, planned)
    return { ...message, ...rest, timeLeft }
  }

interface StatusChange {
  readonly status: BreakStatus
  /** The record that was on screen. */
  readonly seen: BreakInfo
  /** Key of the refused change that this one repeats. */
  readonly repeats?: string | undefined
}

const isSameBreak = (status: BreakStatus) => (earlier: Row) => {
  const before = statusOf(earlier.body)
  return before !== null && !before.status && !status.status && before.breakType === status.breakType
}

function changeBy(
  userId: number,
  call: typeof updateMyBreak | typeof updateBreak,
  { status, seen, repeats }: StatusChange,
): ChangeRequest {
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
    // Of several unsent changes only the last is sent, but leaving and coming back never merge with each other.
    merges: status.status ? 'back' : 'away',
    continues: isSameBreak(status),
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/**
 * Returns the change that adds a break to the log of another server, which gets it from its clients (spec §7); ours
 * writes the log itself. A repeated change is in the log already.
 */
function logEntryBy(userId: number, { status, seen, repeats }: StatusChange): readonly ChangeRequest[] {
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

/** Changes one's own status: safe on this device once the promise resolves, sent as soon as there is a connection. */
export async function setMyBreak(change: StatusChange): Promise<void> {
  const me = session.get()?._id
  if (!me) return
  const entry = isKnownAsOther() ? logEntryBy(me, change) : []
  await keepChanges(me, [changeBy(me, updateMyBreak, change), ...entry])
}

/** Changes another person's status, for board admins. */
export async function setBreak(change: StatusChange): Promise<void> {
  const me = session.get()?._id
  if (me) await keepChange(changeBy(me, updateBreak, change))
}

/** Puts a record from a response into the cache, unless the cached one is newer. */
function cacheRecord(info: BreakInfo): void {
  const forward = (held: BreakInfo | undefined) => newer(info, held)
  queryClient.setQueryData<LiveMessage[]>(board.queryKey, (held) => held && merge(held, asLiveMessage(info)))
  queryClient.setQueryData(breakOf(info.user).queryKey, forward)
  if (info.user === session.get()?._id) queryClient.setQueryData(myBreak.queryKey, forward)
}

/**
 * The age up to which an answer without `rev` is used. Each launch gets the answers of a whole day again: an older one
 * may be out of date, and one that an earlier page has seen was broadcast by it.
 */
const NEWS_MS = 10_000
const isNews = ({ settledAt }: SettledChange): boolean =>
  settledAt !== null && settledAt >= performance.timeOrigin && Math.abs(Date.now() - settledAt) < NEWS_MS

export const breakChange: QueuedKind = {
  describe({ about, body }) {
    const status = statusOf(body)
    const what = status?.status === false ? `Away: ${status.breakType ?? ''}` : 'Back'
    const title = about ? `${about}: ${what}` : what
    return status?.customMessage ? { title, text: status.customMessage } : { title }
  },
  onSettled(change) {
    const info = z.safeParse(BreakInfo, change.answer)
    if (info.success && (info.data.rev !== undefined || isNews(change))) {
      // On another server this page itself tells the other viewers.
      if (info.data.rev === undefined) broadcastStatus(asLiveMessage(info.data))
      return cacheRecord(info.data)
    }
    // Refused, or too old: the status on screen and the types to choose from may differ from the server's.
    for (const { queryKey } of [board, myBreak, breakOf(personOf(change)), breakTypes])
      void queryClient.invalidateQueries({ queryKey })
  },
}

export const breakLog: QueuedKind = {
  describe: ({ about }) => ({ title: `In the break log: ${about}` }),
  onSettled() {}, // no screen shows it
}
