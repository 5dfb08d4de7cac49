/** How often a screen polls for its approval, and what happens once its code is no longer valid. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDisplayCode } from '#contract/apps/displays.ts'
import { display } from './display.ts'
import { usePairing } from './pairing.ts'

/** The portal's responses to the next polls; the last one is repeated from then on. */
let answers: (readonly [number, object])[]
let askedAt: number[]
let codes: number
beforeEach(() => {
  answers = []
  askedAt = []
  codes = 0
  display.set(null)
  sessionStorage.clear()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string | URL) => {
    if (new URL(url, 'http://portal.test').pathname === createDisplayCode.path) {
      const code = { userCode: `BCDF-GHJ${'KLMN'[codes]}`, deviceCode: `device ${codes}` }
      codes++
      return Response.json({ ...code, expiresIn: 900, interval: 5 })
    }
    askedAt.push(Math.round(Date.now() / 1_000))
    const [status, body] =
      answers.length > 1 ? (answers.shift() as (typeof answers)[number]) : (answers[0] ?? [500, {}])
    return Response.json(body, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const pauses = () => askedAt.map((at, index) => at - (askedAt[index - 1] ?? at)).slice(1)
const NOT_YET = [409, { detail: 'Nobody has approved this screen yet.' }] as const

test('polls every five seconds, and less often once that was too often', async () => {
  answers = [NOT_YET, NOT_YET, [429, { detail: 'Too often.' }], NOT_YET]
  const { unmount, result } = renderHook(() => usePairing())
  await pass(40)
  expect(pauses()).toEqual([5, 5, 10, 10])
  expect(result.current).toMatchObject({ error: null })
  unmount()
  await pass(60)
  expect(askedAt).toHaveLength(5)
})

test('keeps the code and tells of a portal that fails, until it answers again', async () => {
  answers = [[500, { detail: 'Something went wrong.' }], NOT_YET]
  const { unmount, result } = renderHook(() => usePairing())
  await pass(6)
  expect(result.current).toMatchObject({ code: 'BCDF-GHJK', error: { message: 'Something went wrong.' } })
  await pass(5)
  expect(result.current).toEqual({ code: 'BCDF-GHJK', error: null })
  unmount()
})

test('replaces an expired code at once', async () => {
  answers = [[410, { detail: 'This code has expired.' }], NOT_YET]
  const { unmount, result } = renderHook(() => usePairing())
  await pass(1)
  const first = result.current.code
  expect(first).not.toBeNull()
  await pass(6)
  expect([codes, result.current.code === first]).toEqual([2, false])
  unmount()
})

test('asks about an expired code once more: it may have been approved while the portal could not be reached', async () => {
  answers = [NOT_YET]
  const { unmount, result } = renderHook(() => usePairing())
  await pass(800)
  answers = [[503, { detail: 'The portal restarts.' }]]
  await pass(200)
  // Nobody can type it any more.
  expect(result.current).toMatchObject({ code: null, error: { message: 'The portal restarts.' } })
  answers = [[200, { token: 'a token', name: 'Lobby' }]]
  await pass(6)
  expect(JSON.parse(localStorage.getItem('portal.display') ?? '{}')).toEqual({ token: 'a token', name: 'Lobby' })
  expect(codes).toBe(1)
  unmount()
  display.set(null)
})

test('asks about an expired code after a reload', async () => {
  answers = [NOT_YET]
  const before = renderHook(() => usePairing())
  await pass(1)
  before.unmount()
  await pass(2_000)
  answers = [[200, { token: 'a token', name: 'Lobby' }]]
  const after = renderHook(() => usePairing())
  await pass(1)
  expect(JSON.parse(localStorage.getItem('portal.display') ?? '{}')).toEqual({ token: 'a token', name: 'Lobby' })
  expect(codes).toBe(1)
  after.unmount()
  display.set(null)
})

test('stores the token that it is given', async () => {
  answers = [NOT_YET, [200, { token: 'a token', name: 'Lobby' }]]
  const { unmount } = renderHook(() => usePairing())
  await pass(11)
  expect(JSON.parse(localStorage.getItem('portal.display') ?? '{}')).toEqual({ token: 'a token', name: 'Lobby' })
  await pass(60)
  expect(askedAt).toHaveLength(2)
  unmount()
  display.set(null)
})

test('a reload goes on with the code that somebody may have read, until it expires', async () => {
  answers = [NOT_YET]
  const before = renderHook(() => usePairing())
  await pass(1)
  const read = before.result.current.code
  before.unmount()
  await pass(600)
  answers = [NOT_YET, [200, { token: 'a token', name: 'Lobby' }]]
  const { result, unmount } = renderHook(() => usePairing())
  await pass(1)
  expect([result.current.code, codes]).toEqual([read, 1])
  await pass(10)
  expect(JSON.parse(localStorage.getItem('portal.display') ?? '{}')).toEqual({ token: 'a token', name: 'Lobby' })
  unmount()

  display.set(null)
  answers = [NOT_YET]
  const another = renderHook(() => usePairing())
  await pass(1)
  expect([another.result.current.code === read, codes]).toEqual([false, 2])
  another.unmount()
  await pass(901)
  const later = renderHook(() => usePairing())
  await pass(1)
  expect(codes).toBe(3)
  later.unmount()
})
