/** The left panel of the board: one's own status (spec §2 On Break board). */
import { useQuery } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import { Unreachable } from '#src/api/problem.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { setMyBreak } from './changes.ts'
import { myBreak } from './queries.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { infoToShow, useStatus } from './use-status.ts'

interface MyStatusProps {
  readonly live: LiveMessage | undefined
  /** The list beside the panel already says why there is no data. */
  readonly isToldWhy: boolean
}

export function MyStatus({ live, isToldWhy }: MyStatusProps) {
  const answer = useQuery(myBreak)
  const { error } = answer
  // With the board's list, so that this panel does not push it down where it is above it.
  const info = infoToShow(answer, live)
  const status = useStatus(info, live)
  if (error && !info)
    return isToldWhy && error instanceof Unreachable ? (
      <p className="quiet">It is shown here once the portal can be reached.</p>
    ) : (
      <ErrorAlert error={error} />
    )
  if (!status) return <Loading />
  return <StatusPanel {...status} who="I'm" onChange={setMyBreak} />
}
