/** The status as the person sees it: the newest record with this device's own changes applied (offline.md §2.6). */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { Problem } from '#src/api/problem.ts'
import { isOlder } from '#src/lib/newer.ts'
import { overlay } from '#src/offline/overlay.ts'
import { isPendingAndShown, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToInfo, applyToMessage, entityOf } from './changes.ts'
import { type PlannedMinutes, plannedBy } from './due.ts'
import { asBreakInfo } from './merge.ts'
import { breakTypes, builtInTypes } from './queries.ts'

/**
 * Applies the socket's row unless it is older: somebody else, or another tab, may have changed the status or the
 * planned minutes since the last response.
 */
function withLive(info: BreakInfo, live: LiveMessage | undefined): BreakInfo {
  if (!live || isOlder(live, info)) return info
  const { status, breakType, customMessage, timeLeft, plannedMinutes, rev } = live
  return { ...info, status, breakType, customMessage, clockOutTime: timeLeft, plannedMinutes, rev }
}

/** Whether access was refused, or there is no such record; not a fault of the server. */
const isRefusal = (error: unknown) => error instanceof Problem && error.status < 500

/**
 * Returns the record to show. Until the response arrives the board's row stands in for it, also offline or while the
 * server fails; a refusal is shown instead.
 */
export const infoToShow = (
  { data, error }: Pick<UseQueryResult<BreakInfo>, 'data' | 'error'>,
  live: LiveMessage | undefined,
): BreakInfo | undefined => data ?? (live && !isRefusal(error) ? asBreakInfo(live) : undefined)

/**
 * Returns the planned minutes from the cached types, without a fetch: a person who has chosen a type has loaded them.
 */
function usePlanned(): PlannedMinutes {
  const { data: added } = useQuery({ ...breakTypes, enabled: false })
  const { data: builtIn } = useQuery({ ...builtInTypes, enabled: false })
  return useMemo(() => plannedBy([...(builtIn ?? []), ...(added ?? [])]), [added, builtIn])
}

export interface Status {
  /** The record as the person sees it. */
  readonly record: BreakInfo
  /** Whether part of it is only on this device so far. */
  readonly isWaiting: boolean
  /** The last change that the server refused, until the person has dealt with it. */
  readonly refused: Row | undefined
  /** A later change repeated a refused one or replaced an unsent one: repeating `refused` would undo it. */
  readonly isOvertaken: boolean
}

/**
 * Returns the status to show; null until the record and this device's changes are known. `info`: from `infoToShow`.
 * `live`: the board's row of the same person.
 */
export function useStatus(info: BreakInfo | undefined, live: LiveMessage | undefined): Status | null {
  const { status, rows } = useMyChanges()
  const planned = usePlanned()
  return useMemo(() => {
    if (!info || status === 'loading') return null
    const mine = rows.filter(({ entity }) => entity === entityOf(info.user))
    const refused = mine.findLast(({ state }) => state === 'rejected')
    return {
      record: overlay(withLive(info, live), mine, applyToInfo(planned)),
      isWaiting: mine.some(isPendingAndShown),
      refused,
      isOvertaken: mine.some(({ seq, replaces }) => refused && seq > refused.seq && replaces.length > 0),
    }
  }, [info, live, status, rows, planned])
}

/** A row of the board. */
export type BoardRow = LiveMessage & { readonly isWaiting?: true }

/**
 * Returns the rows to show; undefined until the board and this device's changes are known. Rows that this device did
 * not change stay the same objects.
 */
export function useBoardRows(list: readonly LiveMessage[] | undefined): readonly BoardRow[] | undefined {
  const { status, rows } = useMyChanges()
  const planned = usePlanned()
  return useMemo(() => {
    if (!list || status === 'loading') return undefined
    if (rows.length === 0) return list
    const touched = new Set(rows.map(({ entity }) => entity))
    return list.map((message): BoardRow => {
      const entity = entityOf(message.userId)
      if (!touched.has(entity)) return message
      const own = rows.filter((row) => row.entity === entity)
      const seen = overlay(message, own, applyToMessage(planned))
      return own.some(isPendingAndShown) ? { ...seen, isWaiting: true } : seen
    })
  }, [list, status, rows, planned])
}
