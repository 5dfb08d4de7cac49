/** A small soak: what a wall hears in a day must leave nothing behind. The long one: `npm run soak`. */
import { act, renderHook } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { network } from '#tests/page.tsx'
import { useWallBoard } from './use-wall-board.ts'

const { Line } = vi.hoisted(() => {
  class Line extends EventTarget {
    static open = new Set<Line>()
    static last: Line
    constructor() {
      super()
      Line.last = this
      Line.open.add(this)
    }
    close() {
      Line.open.delete(this)
    }
    reconnect() {}
  }
  return { Line }
})
vi.mock('partysocket/ws', () => ({ default: Line }))

beforeAll(() => network.listen())
afterAll(() => network.close())

const PEOPLE = 100
const person = (userId: number, rev: number): LiveMessage => ({
  userId,
  userName: `Person ${userId}`,
  empType: 'Care',
  status: rev % 2 === 0,
  breakType: rev % 2 ? 'Lunch' : '',
  customMessage: '',
  timeLeft: rev % 2 ? '2026-03-05T11:00:00.000Z' : null,
  rev,
})
const say = (frame: unknown) =>
  Line.last.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))
const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Of ours on the document; React keeps some of its own. */
function countListeners() {
  const kept = new Set<unknown>()
  const ours = (kind: string) => kind === 'visibilitychange'
  const add = vi
    .spyOn(document, 'addEventListener')
    .mockImplementation((kind, listener) => void (ours(kind) && kept.add(listener)))
  const remove = vi
    .spyOn(document, 'removeEventListener')
    .mockImplementation((kind, listener) => void (ours(kind) && kept.delete(listener)))
  return {
    count: () => kept.size,
    stop: () => {
      add.mockRestore()
      remove.mockRestore()
    },
  }
}

const ignore = () => {}

test('5,000 updates and 20 lost lines leave one board, one socket and no more listeners than before', async () => {
  const list = Array.from({ length: PEOPLE }, (_, index) => person(index + 1, 0))
  network.use(http.all('*/api/*', () => HttpResponse.json(list)))
  const listeners = countListeners()
  const { result, unmount, rerender } = renderHook(
    ({ token }: { token: string }) => useWallBoard({ token, onRefused: ignore }),
    { initialProps: { token: 'display_0' } },
  )
  let rev = 0
  let atFirst = 0
  let draws = 0
  for (let round = 0; round < 20; round++) {
    say(list.map(({ userId }) => person(userId, rev)))
    for (let count = 0; count < 250; count++) say(person(1 + (count % PEOPLE), ++rev))
    await nextFrame()
    draws++
    expect(result.current.people).toHaveLength(PEOPLE)
    Line.last.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }))
    // Each time as if it were let in anew: everything is opened again.
    rerender({ token: `display_${round + 1}` })
    await act(async () => {})
    atFirst ||= listeners.count()
    expect(listeners.count()).toBe(atFirst)
    expect(Line.open.size).toBe(1)
  }
  expect([rev, draws]).toEqual([5_000, 20])
  unmount()
  expect([listeners.count(), Line.open.size]).toEqual([0, 0])
  listeners.stop()
})
