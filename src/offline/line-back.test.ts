/** A change that failed many times is sent as soon as the line is back, if the line was the cause (offline.md §2.5). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import type { Change } from './outbox.ts'

const ADA = 7
/** More failed tries than are blamed on the line alone. */
const TRIES = 9

const CHANGE: Change = {
  userId: ADA,
  entity: `break:${ADA}`,
  target: `break:${ADA}`,
  kind: updateMyBreak.queues,
  call: callId(updateMyBreak),
  params: {},
  body: { status: false, breakType: 'Lunch' },
  baseRev: null,
}

/** Whether a request with this method gets through to the portal. */
let isThere = (_method: string) => true
let sent = 0
let signsOfLife = 0

async function launch() {
  vi.resetModules()
  const engine = await import('./engine.ts')
  const { connection, reportReachable, reportUnreachable } = await import('#src/api/connection.ts')
  const { watchConnection } = await import('#src/api/probe.ts')
  watchConnection(async () => {
    await fetch('/api/health')
    reportReachable()
  })
  const stop = await engine.follow(
    { userId: ADA, token: 't', maySend: true },
    () => {},
    () => {},
  )
  return { ...engine, connection, reportUnreachable, stop }
}

beforeEach(() => {
  sent = 0
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'PUT') sent++
    else signsOfLife++
    if (!isThere(method)) throw new TypeError('no network')
    return Response.json({ detail: 'Not you.' }, { status: 403 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function tryInVain(engine: Awaited<ReturnType<typeof launch>>) {
  await engine.keep(CHANGE)
  for (let attempt = 0; attempt < TRIES; attempt++) await engine.sendNow()
  expect(sent).toBeGreaterThanOrEqual(TRIES)
  return sent
}

test('is sent at once if there was no line', async () => {
  isThere = () => false
  const engine = await launch()
  window.dispatchEvent(new Event('offline'))
  const before = await tryInVain(engine)
  isThere = () => true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(sent).toBe(before + 1), 10_000)
  engine.stop()
})

test('is sent at once if the portal did not answer, as during a restart', async () => {
  isThere = () => false
  const engine = await launch()
  const before = await tryInVain(engine)
  const asked = signsOfLife
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(signsOfLife).toBeGreaterThan(asked), 10_000)
  isThere = () => true
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(sent).toBe(before + 1), 10_000)
  engine.stop()
})

test('is not retried on every return of the line if only this change does not get through', async () => {
  isThere = (method) => method !== 'PUT'
  const engine = await launch()
  const before = await tryInVain(engine)
  for (let turn = 0; turn < 3; turn++) {
    engine.reportUnreachable()
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(engine.connection().online).toBe(true), 10_000)
    await engine.sendWaiting()
  }
  expect(sent).toBe(before)
  engine.stop()
})

test('is sent before its Retry-After if the person asks for it', async () => {
  isThere = () => true
  const engine = await launch()
  let busy = true
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'PUT') sent++
    return busy
      ? Response.json({ detail: 'Busy.' }, { status: 503, headers: { 'Retry-After': '300' } })
      : Response.json({ detail: 'Not you.' }, { status: 403 })
  })
  await engine.keep(CHANGE)
  await engine.sendNow()
  expect(sent).toBe(1)
  busy = false
  await engine.sendNow()
  expect(sent).toBe(1)
  await engine.sendAllNow()
  expect(sent).toBeGreaterThan(1)
  engine.stop()
})

test('stays online while the portal answers, even if the browser reports no network', async () => {
  isThere = () => true
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const engine = await launch()
  await engine.sendWaiting()
  window.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(engine.connection().online).toBe(true), 10_000)
  const before = sent
  await engine.keep(CHANGE)
  await vi.waitFor(() => expect(sent).toBeGreaterThan(before), 10_000)
  engine.stop()
})

test('registers a background sync for waiting changes, and asks the browser for persistent storage', async () => {
  isThere = () => false
  const register = vi.fn(async () => {})
  const persist = vi.fn(async () => true)
  const getRegistration = async () => ({ sync: { register } })
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration }, storage: { persist } })
  const engine = await launch()
  await engine.keep(CHANGE)
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('outbox'), 10_000)
  await engine.keep(CHANGE)
  // Once: Firefox asks the person.
  expect(persist).toHaveBeenCalledOnce()
  engine.stop()
})

test('looks for the line as soon as a change is made without one', async () => {
  isThere = () => false
  const engine = await launch()
  window.dispatchEvent(new Event('offline'))
  expect(engine.connection().online).toBe(false)
  const before = signsOfLife
  await engine.keep(CHANGE)
  expect(signsOfLife).toBeGreaterThan(before)
  engine.stop()
})

test('probes for a lost line soon, and less often the longer it is gone or if it comes and goes', async () => {
  vi.resetModules()
  const { reportReachable, reportUnreachable } = await import('#src/api/connection.ts')
  const { watchConnection } = await import('#src/api/probe.ts')
  vi.useFakeTimers()
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const looks: number[] = []
  const lostAt = () => {
    looks.length = 0
    reportUnreachable()
    return Date.now()
  }
  watchConnection(async () => void looks.push(Date.now()))
  const after = (lost: number) => looks.map((at) => (at - lost) / 1_000)
  const first = lostAt()
  vi.advanceTimersByTime(50_000)
  expect(after(first)).toEqual([1, 3, 7, 15, 30, 45])
  reportReachable()
  vi.advanceTimersByTime(30_000)
  expect(looks).toHaveLength(6)
  const soonAfter = lostAt()
  vi.advanceTimersByTime(20_000)
  expect(after(soonAfter)).toEqual([15])
  reportReachable()
  vi.advanceTimersByTime(90_000)
  const again = lostAt()
  vi.advanceTimersByTime(2_000)
  expect(after(again)).toEqual([1])
  reportReachable()
  vi.advanceTimersByTime(90_000)
  // When a server is restarted every device loses it at the same moment; jitter keeps them from coming back all at
  // once.
  random.mockReturnValue(0.8)
  const withOthers = lostAt()
  vi.advanceTimersByTime(13_000)
  expect(after(withOthers)).toEqual([0.8, 2.4, 5.6, 12])
  random.mockRestore()
  vi.useRealTimers()
})
