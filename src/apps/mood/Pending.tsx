/** Shown for a query without data: that it is loading, or why it failed. */
import { Unreachable } from '#src/api/problem.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'

const NEEDS_NETWORK = 'The reports need the network. They are not kept on this device.'

export function Pending({ error }: { error: unknown }) {
  if (!error) return <Loading />
  return <ErrorAlert error={error instanceof Unreachable ? NEEDS_NETWORK : error} />
}
