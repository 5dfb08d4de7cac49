/** What is seen of a person's status: the newest record, with this device's own changes over it (offline.md §2.6). */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { isOlder } from '#src/lib/newer.ts'
import { overlay } from '#src/offline/overlay.ts'
import { isAwaited, type Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { applyToInfo, applyToMessage, entityOf } from './changes.ts'
import { type PlannedMinutes, plannedBy } from './due.ts'
import { breakTypes, builtInTypes } from './queries.ts'

/** The socket may know more than the last answer: somebody else changed it or how long such a break may last, or another tab. */
function withLive(info: BreakInfo, live: LiveMessage | undefined): BreakInfo {
  if (!live || isOlder(live, info)) return info
  const { status, breakType, customMessage, timeLeft, plannedMinutes, rev } = live
  return { ...info, status, breakType, customMessage, clockOutTime: timeLeft, plannedMinutes, rev }
}

/** What this device knows of the types: whoever has chosen one has read them. */
function usePlanned(): PlannedMinutes {
  const { data: added } = useQuery({ ...breakTypes, enabled: false })
  const { data: builtIn } = useQuery({ ...builtInTypes, enabled: false })
  return useMemo(() => plannedBy([...(builtIn ?? []), ...(added ?? [])]), [added, builtIn])
}

export interface Status {
  /** As the person sees it. */
  readonly record: BreakInfo
  /** Whether some of it is on this device alone. */
  readonly isWaiting: boolean
  /** The last change that the server would not have, until the person has dealt with it. */
  readonly refused: Row | undefined
  /** What came after it has been done anew, or they have changed their mind more than once: it would undo that. */
  readonly isOvertaken: boolean
}

/** `info`: what the portal answered last; `live`: the board's line of the same person. Null until both sides are known. */
export function useStatus(info: BreakInfo | undefined, live: LiveMessage | undefined): Status | null {
  const { status, rows } = useMyChanges()
  const planned = usePlanned()
  return useMemo(() => {
    if (!info || status === 'loading') return null
    const mine = rows.filter(({ entity }) => entity === entityOf(info.user))
    const refused = mine.findLast(({ state }) => state === 'rejected')
    return {
      record: overlay(withLive(info, live), mine, applyToInfo(planned)),
      isWaiting: mine.some(isAwaited),
      refused,
      isOvertaken: mine.some(({ seq, replaces }) => refused && seq > refused.seq && replaces.length > 0),
    }
  }, [info, live, status, rows, planned])
}

/** A line of the board. */
export type BoardRow = LiveMessage & { readonly isWaiting?: true }

/** The board as it is seen; undefined until both sides are known. Lines that this device did not touch stay the same objects. */
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
      return own.some(isAwaited) ? { ...seen, isWaiting: true } : seen
    })
  }, [list, status, rows, planned])
}
