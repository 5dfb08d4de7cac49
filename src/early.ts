/**
 * The shell's own script: what begins before any of the page's code is there (scripts/early-code.ts puts it into the
 * page). It reads what a launch shows from the disk, and where there is nothing it asks the portal. Whoever gets nothing
 * here reads and asks then.
 */
import { askEarly, headersFor } from './api/fetch.ts'
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
      askEarly(url, headersFor(token, isKept ? _id : null))
}

try {
  const stored = storedSession()
  // Whether they may be here is not its business.
  if (isSession(stored)) {
    const read = beginReading(stored._id)
    const ask = () => askForFirstScreen(stored)
    read.then((kept) => kept.length === 0 && ask(), ask)
  }
} catch {
  // no storage, nothing to read
}
