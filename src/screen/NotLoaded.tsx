/** In place of data that is not there yet: that it is being loaded, or why it could not be. */
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { Loading } from '#src/ui/Loading.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'

interface NotLoadedProps {
  /** Why the last request failed, if it did. */
  readonly error: unknown
  /** Says, in place of the error, that the data is not kept on this device, while the portal cannot be reached. */
  readonly needsNetwork?: string
}

export function NotLoaded({ error, needsNetwork }: NotLoadedProps) {
  const { online } = useConnection()
  if (needsNetwork && (!online || error instanceof Unreachable))
    return <EmptyState drawing="cloud">{needsNetwork}</EmptyState>
  return error ? <ErrorAlert error={error} /> : <Loading />
}
