/**
 * Drops drafts of weeks that are closed by now, even by a report from another device: nobody can reach them any more.
 */
import type { DateRange } from '#contract/apps/mood.ts'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { dropDraftsWhere, readDraft } from '#src/offline/drafts.ts'
import { myChanges, onMyChanges, unsettled } from '#src/offline/my-changes.ts'
import { periodOf } from './entity.ts'

const changesLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (myChanges().status === 'loading') return
      stop()
      resolve()
    }
    const stop = onMyChanges(check)
    check()
  })

/**
 * Drops this person's drafts of weeks that are not among `open`, which must come from the server and not from a copy.
 * Keeps drafts written after the request (`askedAt`, in milliseconds), whose week may have opened since, and drafts
 * that a refused report leads back to.
 */
export async function dropClosedDrafts(userId: number, open: readonly DateRange[], askedAt: number): Promise<void> {
  await changesLoaded()
  // If the local changes are not readable yet, a waiting or refused report may be missed. A later answer will do.
  if (session.get()?._id !== userId || myChanges().status !== 'ready') return
  const reachable = new Set([...open.map(({ _id }) => _id), ...unsettled(myChanges()).map(periodOf)])
  const name = new RegExp(`:${userId}:(mood:\\d+)$`)
  dropDraftsWhere((key) => {
    const entity = name.exec(key)?.[1]
    if (!entity || reachable.has(periodOf({ entity }))) return false
    const draft = attempt(() => readDraft(key))
    return !!draft && draft.at < askedAt
  })
}
