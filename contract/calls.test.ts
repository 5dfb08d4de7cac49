import { expect, test } from 'vitest'
import { callId, fillPath } from './call.ts'
import { calls } from './calls.ts'

test('every call is declared once', () => {
  const ids = calls.map(callId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a call declares params exactly if its path has a placeholder', () => {
  for (const call of calls) expect(call.params !== undefined, callId(call)).toBe(call.path.includes(':'))
})

test('caches only reads, and queues only writes', () => {
  for (const call of calls) {
    if (call.cached || call.etag || call.query) expect(call.method, callId(call)).toBe('GET')
    if (call.queues || call.timed || call.body || call.repeatStatus) expect(call.method, callId(call)).not.toBe('GET')
    expect(call.answer === null, callId(call)).toBe(call.status === 204)
  }
})

/** The calls whose answers may be kept on a device (offline.md §2.12). Adding one is a decision of its own. */
const KEPT = [
  ...['applications/', 'applications/pins/'],
  ...['checklist/doneusers/', 'checklist/employeetodo/', 'checklist/employeetodo/:id/', 'checklist/employeetype/'],
  ...['checklist/employeetype/:id/', 'checklist/incompleteusers/', 'checklist/mytasks/', 'checklist/usertasks/:id/'],
  ...['etl/action/', 'etl/actionfail/', 'etl/actionsuccess/', 'etl/datasource/', 'etl/late/', 'etl/summary/'],
  ...['etl/table/', 'mood/alldates/', 'mood/incompletedates/'],
  ...['onbreak/board/', 'onbreak/breaktype/', 'onbreak/builtintype/', 'onbreak/get/', 'onbreak/get/:id/'],
  ...['reporting/', 'reporting/analytics/', 'users/cepusers/', 'users/profile/'],
  ...['versions/:id/', 'versions/all/', 'videos/'],
]

test('never caches a secret, a mood report, or another person’s account or rights on the device', () => {
  const kept = calls.filter((call) => call.cached).map(({ path }) => path)
  expect(kept.sort()).toEqual(KEPT.map((path) => `/api/${path}`).sort())
  expect(calls.some((call) => call.secret && (call.cached || call.queues))).toBe(false)
})

test('every DELETE answers 204', () => {
  for (const call of calls.filter(({ method }) => method === 'DELETE')) expect(call.status, callId(call)).toBe(204)
})

test('fills in a path with percent-encoded values', () => {
  expect(fillPath('/api/users/:id/', { id: 7 })).toBe('/api/users/7/')
  expect(fillPath('/api/users/:id/', { id: '../x?y' })).toBe('/api/users/..%2Fx%3Fy/')
})
