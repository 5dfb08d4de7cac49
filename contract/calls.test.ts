import { expect, test } from 'vitest'
import { callId, fillPath } from './call.ts'
import { calls } from './calls.ts'

test('every call is declared once', () => {
  const ids = calls.map(callId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what a path names is declared, and nothing else', () => {
  for (const call of calls) expect(call.params !== undefined, callId(call)).toBe(call.path.includes(':'))
})

test('only reads are cached, only writes wait in the outbox', () => {
  for (const call of calls) {
    if (call.cached || call.etag || call.query) expect(call.method, callId(call)).toBe('GET')
    if (call.queues || call.timed || call.body || call.again) expect(call.method, callId(call)).not.toBe('GET')
    expect(call.answer === null, callId(call)).toBe(call.status === 204)
  }
})

test('no secret, no mood report, no account and no right of another is ever kept on the device (offline.md §2.12)', () => {
  const kept = calls.filter((call) => call.cached).map(callId)
  for (const id of kept)
    expect(id).not.toMatch(/moodreport|myreports|deptreports|adminreports|\/api\/users\/$|perms|keys|ticket/)
  expect(calls.some((call) => call.secret && (call.cached || call.queues))).toBe(false)
})

test('every DELETE answers 204', () => {
  for (const call of calls.filter(({ method }) => method === 'DELETE')) expect(call.status, callId(call)).toBe(204)
})

test('a path is filled in, and what fills it cannot leave its place', () => {
  expect(fillPath('/api/users/:id/', { id: 7 })).toBe('/api/users/7/')
  expect(fillPath('/api/users/:id/', { id: '../x?y' })).toBe('/api/users/..%2Fx%3Fy/')
})
