/**
 * The shell's own script, which runs before the page's code has arrived (scripts/early-code.ts puts it into the page). It
 * starts to read the launch's data from the disk, and requests the data from the portal if the disk has none. Code that
 * finds nothing prepared here reads and requests later.
 */
import { fetchEarly, headersFor } from './api/fetch.ts'
import { storedSession } from './api/stored-session.ts'
import { beginReading } from './offline/launch-read.ts'

interface Stored {
  readonly _id: number
  readonly token: string
  readonly permissions?: Readonly<Record<string, unknown>> | null
}

const isSession = (stored: unknown): stored is Stored =>
  typeof stored === 'object' &&
  stored !== null &&
  typeof (stored as Partial<Stored>)._id === 'number' &&
  typeof (stored as Partial<Stored>).token === 'string'

function askForFirstScreen({ _id, token, permissions }: Stored): void {
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
    const ask = () => askForFirstScreen(stored)
    read.then((kept) => kept.length === 0 && ask(), ask)
  }
} catch {
  // Storage is forbidden: there is nothing to read.
}
