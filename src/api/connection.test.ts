import { QueryObserver } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getConfig } from '#contract/apps/portal.ts'
import { send } from './call.ts'
import { connection, reportReachable, reportUnreachable } from './connection.ts'
import { msSinceLastContact } from './last-contact.ts'
import { Problem, Unreachable } from './problem.ts'
import { makeQueryClient } from './query-client.ts'

const network = setupServer()
beforeAll(() => network.listen())
afterAll(() => network.close())
afterEach(() => {
  network.resetHandlers()
  vi.unstubAllGlobals()
  reportReachable()
})

test('keeps the state of the connection in memory if the browser forbids storage', () => {
  const forbidden = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const storage = { getItem: forbidden, setItem: forbidden, removeItem: forbidden }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  reportUnreachable()
  expect(connection()).toEqual({ online: false, since: expect.any(String) })
  reportReachable()
  expect(connection()).toEqual({ online: true, since: null })
  expect(msSinceLastContact()).toBe(0)
})

const answers = (status: number, body: string, type = 'text/html') =>
  network.use(http.get('*/api/config/', () => new HttpResponse(body, { status, headers: { 'content-type': type } })))

test.each([403, 502, 503, 504, 511])('counts as offline if every answer is a page with %s', async (status) => {
  answers(status, '<title>Sign in to the hotel’s network</title>')
  await expect(send(getConfig)).rejects.toBeInstanceOf(Unreachable)
  expect(connection().online).toBe(false)
  // Such an answer does not restore a lost connection either.
  await expect(send(getConfig)).rejects.toBeInstanceOf(Unreachable)
  expect(connection().online).toBe(false)
})

test('backs off refetching a call that keeps failing while others succeed', async () => {
  reportReachable()
  // `performance` is not faked: the delays are measured by it since before this test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const client = makeQueryClient()
  client.mount()
  const after = <T>(ms: number, answer: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(answer()), ms))
  const blocked = vi.fn(() => after(20, reportUnreachable).then(() => Promise.reject(new Unreachable())))
  const others = [30, 60].map((ms) => vi.fn(() => after(ms, reportReachable).then(() => 'there')))
  const stops = [blocked, ...others].map((queryFn, place) =>
    new QueryObserver<unknown>(client, { queryKey: [place], queryFn }).subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(120_000)
  const { length } = blocked.mock.calls
  expect(length).toBeGreaterThan(3)
  expect(length).toBeLessThan(15)
  for (const stop of stops) stop()
  client.unmount()
  vi.useRealTimers()
})

test('counts as online if the server answers with an error of its own', async () => {
  for (const [status, body, type] of [
    [404, '<title>Not Found</title>', 'text/html'],
    [400, '{"name":["Required."]}', 'application/json'],
    [503, '{"detail":"The portal is stopping."}', 'application/json'],
  ] as const) {
    reportUnreachable()
    answers(status, body, type)
    await expect(send(getConfig)).rejects.toBeInstanceOf(Problem)
    expect(connection().online).toBe(true)
  }
})
