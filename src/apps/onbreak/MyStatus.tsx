/** The left panel of the board: one's own status (spec §2 On Break board). */
import { useQuery } from '@tanstack/react-query'
import type { BreakInfo } from '#contract/apps/onbreak.ts'
import type { LiveMessage } from '#contract/live.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { setMyBreak } from './changes.ts'
import { myBreak } from './queries.ts'
import { StatusPanel } from './StatusPanel.tsx'

/** The socket may know more than the last answer: somebody else changed it, or another tab. */
export function withLive(info: BreakInfo, live: LiveMessage | undefined): BreakInfo {
  if (!live || (live.rev !== undefined && info.rev !== undefined && live.rev <= info.rev)) return info
  const { status, breakType, customMessage, timeLeft, rev } = live
  return { ...info, status, breakType, customMessage, clockOutTime: timeLeft, rev }
}

export function MyStatus({ live }: { live: LiveMessage | undefined }) {
  const { data, error } = useQuery(myBreak)
  if (!data) return error ? <ErrorAlert error={error} /> : <Loading />
  const record = withLive(data, live)
  return <StatusPanel record={record} who="I'm" onChange={(status) => setMyBreak(status, record)} />
}
