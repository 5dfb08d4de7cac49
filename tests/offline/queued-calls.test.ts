/** The outbox knows exactly the calls that the contract marks as queued (offline.md §2.3). */
import { expect, test } from 'vitest'
import { callId } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'

const marked = new Map(calls.filter(({ queues }) => queues !== undefined).map((call) => [callId(call), call]))

test('every call that may wait can be sent from the outbox', () => {
  expect(marked.size).toBeGreaterThan(0)
  expect([...marked.keys()].filter((id) => !queuedCalls.has(id))).toEqual([])
})

test('the outbox sends nothing else, and each call as the contract declares it', () => {
  expect([...queuedCalls.keys()].filter((id) => !marked.has(id))).toEqual([])
  for (const [id, call] of queuedCalls) expect(call).toBe(marked.get(id))
})

test('every queued call declares an answer schema, so that a captive portal’s 200 does not count', () => {
  expect([...marked].filter(([, { answer }]) => answer === null).map(([id]) => id)).toEqual([])
})
