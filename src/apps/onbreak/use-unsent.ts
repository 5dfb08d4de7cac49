/** What is typed of somebody's status and not sent. */
import { useCallback, useEffect, useState } from 'react'
import { useMe } from '#src/api/session.ts'
import { halfFilled, keepHalfFilled } from '#src/forms/half-filled.ts'
import { type Entries, isEntries } from './StatusForm.tsx'

type Unsent = Readonly<Record<string, Partial<Entries> | undefined>>

/** What was kept, as far as it is what the form has today: a release may be between. */
const unsentFrom = (kept: object | null): Unsent =>
  Object.fromEntries(Object.entries(kept ?? {}).filter(([, fields]) => isEntries(fields)))

/**
 * By the state that it belongs to: it outlives a change that was made elsewhere, and whoever leaves the screen or loads it
 * anew finds it.
 */
export function useUnsent(user: number, state: string) {
  const { _id: me } = useMe()
  const name = `status:${user}`
  const [unsent, setUnsent] = useState<Unsent>(() => unsentFrom(halfFilled(me, name)))
  useEffect(() => keepHalfFilled(me, name, unsent), [me, name, unsent])
  const forget = useCallback((sent: string) => setUnsent((before) => ({ ...before, [sent]: undefined })), [])
  return {
    fields: unsent[state],
    change: (fields: Partial<Entries>) => setUnsent((before) => ({ ...before, [state]: fields })),
    forget,
    /** Kept no longer, though the form may still show it. */
    keepNoMore: () => keepHalfFilled(me, name, { ...unsent, [state]: undefined }),
  }
}
