/** Resolving many errors at once, interrupted by other events. */
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Run } from '#contract/apps/etl.ts'
import { ofFlags } from '#contract/who.ts'
import { session } from '#src/api/session.ts'
import { launchRows } from '#src/offline/launch-rows.ts'
import { useResolve } from './use-resolve.ts'

const personOf = (_id: number, name: string) => ({
  ...{ _id, id: _id, name, email: `${name}@example.com`, isAdmin: false, token: `token of ${name}` },
  permissions: { ...ofFlags(false), empType: '', myManager: null, changed_password: true },
})
const [ADA, BO] = [personOf(70_001, 'Ada'), personOf(70_002, 'Bo')]
const runs = Array.from(
  { length: 150 },
  (_, at): Run => ({
    ...{
      _id: at + 1,
      isSuccessful: false,
      isFixed: false,
      dataSource: 'a',
      tableName: 'b',
      taskName: 'c',
      message: '',
    },
    createdAt: '2026-03-02T10:00:00.000Z',
  }),
)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  session.set(null)
})

test('does not resolve the remaining errors in the name of a person who signs in meanwhile', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  session.set(ADA)
  const { add } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    session.set(BO)
    return add.apply(this, given)
  })
  const { result } = renderHook(useResolve)
  result.current.resolve(runs)
  await vi.waitFor(() => expect(result.current.last).toHaveLength(100), { timeout: 10_000 })
  expect(await launchRows(ADA._id)).toHaveLength(100)
  expect(await launchRows(BO._id)).toEqual([])
})

test('offers only the latest request for Undo, even if an earlier one finishes later', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  session.set(ADA)
  const [later, last] = [1_001, 1_002].map((_id) => ({ ...(runs[0] as Run), _id })) as [Run, Run]
  const offered = new Set<number>()
  const { result } = renderHook(() => {
    const resolving = useResolve()
    for (const { _id } of resolving.last) offered.add(_id)
    return resolving
  })
  result.current.resolve(runs)
  result.current.resolve([later])
  await vi.waitFor(async () => expect(await launchRows(ADA._id)).toHaveLength(runs.length + 1), { timeout: 10_000 })
  // Stored after all the others, so by then their results have been reported.
  result.current.resolve([last])
  await vi.waitFor(() => expect(result.current.last).toEqual([last]), { timeout: 10_000 })
  expect([...offered]).toEqual([later._id, last._id])
})
