/**
 * The shell's own script, which runs before the page's code has arrived (scripts/build/early-code.ts puts it there). It
 * starts to read the launch's data from the disk, and requests the data from the portal if the disk has none. Code that
 * finds nothing prepared here reads and requests later.
 */
import { isObject } from '#contract/records.ts'
import { fetchEarly, headersFor } from './api/fetch.ts'
import { storedSession } from './api/stored-session.ts'
import { beginReading } from './offline/launch-read.ts'

interface StoredUser {
  readonly _id: number
  readonly token: string
  readonly permissions?: Readonly<Record<string, unknown>> | null
}

const isSession = (stored: unknown): stored is StoredUser =>
  isObject(stored) && typeof stored._id === 'number' && typeof stored.token === 'string'

function fetchFirstScreen({ _id, token, permissions }: StoredUser): void {
  if (!permissions?.changed_password) return
  for (const { url, flags, isKept } of __FIRST_CALLS__[location.pathname] ?? [])
    if (flags.length === 0 || flags.some((flag) => permissions[flag]))
      fetchEarly(url, headersFor(token, isKept ? _id : null))
}

try {
  const stored = storedSession()
  // Only the session's shape is checked here, not whether it is still valid.
  if (isSession(stored)) {
    const read = beginReading(stored._id)
    const fetchNow = () => fetchFirstScreen(stored)
    read.then((kept) => kept.length === 0 && fetchNow(), fetchNow)
  }
} catch {
  // Storage is forbidden: there is nothing to read.
}
