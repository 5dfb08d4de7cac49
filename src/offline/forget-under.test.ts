/** Queries that their person may no longer read leave this device, also those that wait to be kept. */
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { session } from '#src/api/session.ts'
import { PURGE_USER } from '#src/lib/page-and-worker.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { forgetDevice, restoreDevice } from './device.ts'
import { forgetUnder } from './forget-under.ts'
import { readKept } from './kept-queries.ts'

const ADA = 1
const GRACE = 2
const DAY_MS = 86_400_000
const BOARD = ['onbreak', 'board']
const TYPES = ['onbreak', 'types']

const keptKeys = async (userId: number) => (await readKept(userId)).map(({ key }) => key)

test('what is under the prefix goes, and an answer that waits to be kept is not kept after all', async () => {
  // As the portal's own: another test may have told the library that there is no network.
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const postMessage = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } })
  const read = (queryKey: string[], data: string) =>
    client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(data), staleTime: 0, meta: { persist: true } })
  session.set(aSessionUser({ _id: ADA }))
  await restoreDevice(client, ADA, DAY_MS)
  await read(BOARD, 'Ada is away')
  await read(TYPES, 'Dentist')
  await vi.waitFor(async () => expect(await keptKeys(ADA)).toEqual([BOARD, TYPES]), 10_000)
  // Of a query that was kept once already, the next answer waits.
  await read(BOARD, 'Ada is here')
  await forgetUnder(client, ADA, [BOARD])
  expect(await keptKeys(ADA)).toEqual([TYPES])
  expect([client.getQueryData(BOARD), client.getQueryData(TYPES)]).toEqual([undefined, 'Dentist'])
  expect(postMessage).toHaveBeenCalledWith({ type: PURGE_USER, userId: ADA })
  // Written together with whatever waits.
  await read(['mood', 'open'], 'this week')
  await vi.waitFor(async () => expect(await keptKeys(ADA)).toContainEqual(['mood', 'open']), 10_000)
  expect(await keptKeys(ADA)).not.toContainEqual(BOARD)
  // Whoever signs in while the disk is read keeps what they see.
  client.setQueryData(BOARD, 'for Grace')
  session.set(aSessionUser({ _id: GRACE }))
  await forgetUnder(client, ADA, [BOARD])
  expect(client.getQueryData(BOARD)).toBe('for Grace')
  // A device that refuses is tried again at the next launch.
  const refused = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore) {
    // There is such a row.
    const failing: IDBRequest = this.add({ userId: ADA, hash: JSON.stringify(TYPES) })
    return failing
  })
  await expect(forgetUnder(client, ADA, [TYPES])).rejects.toThrow()
  refused.mockRestore()
  session.set(null)
  vi.unstubAllGlobals()
  forgetDevice(client, ADA)
})
