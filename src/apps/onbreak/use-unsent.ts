/** What was typed into the form of somebody's status and not sent. */
import { useCallback, useEffect, useState } from 'react'
import { useMe } from '#src/api/session.ts'
import { readFormSnapshot, saveFormSnapshot } from '#src/forms/form-snapshot.ts'
import { type Entries, isEntries } from './StatusForm.tsx'

type UnsentFields = Readonly<Record<string, Partial<Entries> | undefined>>

/** Returns the stored fields that the form still understands: they may be from an earlier release. */
const unsentFrom = (kept: object | null): UnsentFields =>
  Object.fromEntries(Object.entries(kept ?? {}).filter(([, fields]) => isEntries(fields)))

/**
 * Keeps the unsent fields by the state (away or here) that they belong to: they survive a change made elsewhere,
 * leaving the screen and a reload.
 */
export function useUnsent(user: number, state: string) {
  const { _id: me } = useMe()
  const name = `status:${user}`
  const [unsent, setUnsent] = useState<UnsentFields>(() => unsentFrom(readFormSnapshot(me, name)))
  useEffect(() => saveFormSnapshot(me, name, unsent), [me, name, unsent])
  const forget = useCallback((sent: string) => setUnsent((before) => ({ ...before, [sent]: undefined })), [])
  return {
    fields: unsent[state],
    change: (fields: Partial<Entries>) => setUnsent((before) => ({ ...before, [state]: fields })),
    forget,
    /** Deletes the stored fields of this state, though the form may still show them. */
    keepNoMore: () => saveFormSnapshot(me, name, { ...unsent, [state]: undefined }),
  }
}
