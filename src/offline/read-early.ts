/**
 * Begins to read what a launch shows from the disk before any of the page's code is there: its build is in the shell
 * itself (scripts/early-code.ts). Taken by `launch-read.ts`. Whoever reads nothing here reads it then.
 */
import { storedSession } from '#src/api/stored-session.ts'
import { beginReading } from './launch-read.ts'

try {
  const stored = storedSession()
  const userId = typeof stored === 'object' && stored !== null && '_id' in stored ? stored._id : null
  // Whether they may be here is not its business.
  if (typeof userId === 'number') beginReading(userId)
} catch {
  // no storage, nothing to read
}
