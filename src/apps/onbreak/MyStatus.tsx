/** The left panel of the board: one's own status (spec §2 On Break board). */
import { useQuery } from '@tanstack/react-query'
import type { LiveMessage } from '#contract/live.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { setMyBreak } from './changes.ts'
import { myBreak } from './queries.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { useStatus } from './use-status.ts'

export function MyStatus({ live }: { live: LiveMessage | undefined }) {
  const { data, error } = useQuery(myBreak)
  const status = useStatus(data, live)
  if (!status) return error && !data ? <ErrorAlert error={error} /> : <Loading />
  return <StatusPanel {...status} who="I'm" onChange={setMyBreak} />
}
