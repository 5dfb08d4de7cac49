/** What a page knows of a server that is not ours and may answer some calls differently (wire.md). */
import { expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { eachOnNewPage } from '#tests/new-page.ts'
import { aSessionUser } from '#tests/session-user.ts'

eachOnNewPage()

const ADA = aSessionUser()
const PERSON = { userId: ADA._id, token: ADA.token, maySend: true }

test('a tab that does not know the server yet keeps what another tab has noted', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const { openDb } = await import('./db.ts')
  const db = openDb()
  await db.session.put({ id: 'current', ...PERSON, isOther: true, overdue: 2 })
  const { follow } = await import('./engine.ts')
  const stop = await follow(PERSON, () => {}, vi.fn())
  expect(await db.session.get('current')).toMatchObject({ isOther: true, overdue: 2 })
  stop()
  // Another person's overdue tasks do not count for this one.
  const other = await follow({ ...PERSON, userId: 8 }, () => {}, vi.fn())
  expect(await db.session.get('current')).not.toHaveProperty('overdue')
  other()
  db.close()
})

test('accepts any successful answer of another server to a change sent without being stored', async () => {
  const { keepChange } = await import('./keep-change.ts')
  const { session } = await import('#src/api/session.ts')
  const { queryClient } = await import('#src/api/query-client.ts')
  const { portalConfig } = await import('#src/api/portal-config.ts')
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('No store.')
  })
  vi.stubGlobal('fetch', async () => Response.json('Break updated.'))
  session.set(ADA)
  const entity = `break:${ADA._id}`
  const made = {
    ...{ userId: ADA._id, entity, target: entity, kind: 'break.set', call: callId(updateMyBreak), params: {} },
    ...{ body: { status: false, breakType: 'Lunch' }, baseRev: null },
  }
  await expect(keepChange({ ...made, call: updateMyBreak })).rejects.toThrow('could not be read')
  queryClient.setQueryData(portalConfig.queryKey, null)
  expect(await keepChange({ ...made, call: updateMyBreak })).toBe('sent')
  session.set(null)
})
