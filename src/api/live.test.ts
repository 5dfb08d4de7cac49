import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/live.ts'
import { broadcastStatus, openLive, useLiveState } from './live.ts'
import { queryClient } from './query-client.ts'

const { Line } = vi.hoisted(() => {
  class Line extends EventTarget {
    static last: Line
    static readonly OPEN = 1
    readyState = 1
    readonly said: unknown[] = []
    readonly address: () => Promise<string>
    readonly options: { shouldReconnectOnClose: (event: { code: number }) => boolean }
    reconnects = 0
    isClosed = false
    constructor(address: Line['address'], _protocols: unknown, options: Line['options']) {
      super()
      this.address = address
      this.options = options
      Line.last = this
    }
    reconnect() {
      this.reconnects++
      this.dispatchEvent(new Event('close'))
    }
    send(text: string) {
      this.said.push(JSON.parse(text))
    }
    close() {
      this.isClosed = true
      this.dispatchEvent(new Event('close'))
    }
  }
  return { Line }
})

vi.mock('partysocket/ws', () => ({ default: Line }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

const say = (frame: unknown) =>
  Line.last.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }))

test.each([401, 403])('keeps reconnecting after a gateway’s %i', async (status) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('config')
      ? Response.json({ name: 'Foyer', register: 'open', version: '1' })
      : new Response('<h1>Forbidden</h1>', { status, headers: { 'content-type': 'text/html' } }),
  )
  const onRefused = vi.fn()
  const close = openLive(() => {}, { onRefused })
  await Line.last.address().catch(() => {})
  expect(Line.last.isClosed).toBe(false)
  expect(onRefused).not.toHaveBeenCalled()
  close()
})

test('reconnects after 45 s of silence, counted from the last message', () => {
  const close = openLive(() => {})
  Line.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(44_000)
  say([])
  vi.advanceTimersByTime(44_000)
  expect(Line.last.reconnects).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(Line.last.reconnects).toBe(1)
  close()
  expect(Line.last.isClosed).toBe(true)
})

test('reconnects soon after a sleep of the device, and at once if the window becomes visible', () => {
  const close = openLive(() => {})
  const sleep = () => {
    Line.last.dispatchEvent(new Event('open'))
    vi.setSystemTime(Date.now() + 3_600_000)
  }
  sleep()
  vi.advanceTimersByTime(5_000)
  expect(Line.last.reconnects).toBe(1)
  sleep()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Line.last.reconnects).toBe(2)
  // A socket that is connecting is not reconnected.
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(60_000)
  expect(Line.last.reconnects).toBe(2)
  close()
})

test('closes the socket of a window that is hidden for five minutes, also if it was opened hidden', () => {
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const close = openLive(() => {})
  const first = Line.last
  first.dispatchEvent(new Event('open'))
  for (let second = 0; second < 300; second += 30) {
    expect(first.isClosed).toBe(false)
    vi.advanceTimersByTime(30_000)
    say([])
  }
  expect(first.isClosed).toBe(true)
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Line.last).not.toBe(first)
  close()
  seen.mockRestore()
})

test('resets the live state if the board is closed while the socket connects', () => {
  const close = openLive(() => {})
  close()
  Line.last.dispatchEvent(new Event('error'))
  expect(isOpen()).toBe(true)
})

test('passes on valid frames only', () => {
  const heard: unknown[] = []
  const close = openLive((frame) => heard.push(frame))
  say({ some: 'thing' })
  Line.last.dispatchEvent(Object.assign(new Event('message'), { data: '{"half' }))
  say([])
  expect(heard).toEqual([[]])
  close()
})

test('reconnects to a restarted server, but not after a refusal', () => {
  const close = openLive(() => {})
  const dialsAgainAfter = (code: number) => Line.last.options.shouldReconnectOnClose({ code })
  expect([CLOSE.restart, 1006, CLOSE.tooSlow, CLOSE.notYours, CLOSE.noTicket].map(dialsAgainAfter)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  close()
})

const isOpen = () => renderHook(useLiveState).result.current.open
const portal = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('config')
      ? Response.json({ name: 'Foyer', register: 'open', version: '1' })
      : Response.json(body, { status }),
  )

test('reports a lost connection after 45 s of silence from our server', async () => {
  portal(200, { ticket: 't' })
  const close = openLive(() => {})
  await Line.last.address()
  Line.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(45_000)
  expect(isOpen()).toBe(false)
  close()
})

test('is live from the first list on: a proxy may accept the socket and pass on nothing, or close it at once', async () => {
  portal(200, { ticket: 't' })
  const close = openLive(() => {})
  await Line.last.address()
  Line.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(5_000)
  expect(isOpen()).toBe(false)
  say({ some: 'thing' })
  expect(isOpen()).toBe(false)
  say([])
  expect(isOpen()).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(isOpen()).toBe(true)
  for (let times = 0; times < 3; times++) {
    Line.last.dispatchEvent(new Event('close'))
    Line.last.dispatchEvent(new Event('open'))
    expect(isOpen()).toBe(false)
  }
  // The wait for the list of a socket that was closed does not outlive it.
  say([])
  vi.advanceTimersByTime(5_000)
  expect(isOpen()).toBe(true)
  close()
})

test('reconnects to a silent other server without reporting a lost connection', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'Not found.' }, { status: 404 }))
  const close = openLive(() => {})
  expect(await Line.last.address()).toBe('ws://localhost:8000/')
  Line.last.dispatchEvent(new Event('open'))
  vi.advanceTimersByTime(45_000)
  expect(Line.last.reconnects).toBe(1)
  expect(isOpen()).toBe(true)
  Line.last.dispatchEvent(new Event('close'))
  expect(isOpen()).toBe(false)
  close()
})

test('backs off while tickets are refused, and starts again after a message', async () => {
  portal(200, { _id: 7, name: 'Ada' })
  const close = openLive(() => {})
  const refusedFor = async () => {
    const refused = Line.last
    refused.dispatchEvent(Object.assign(new Event('close'), { code: CLOSE.noTicket }))
    let waited = 0
    for (; Line.last === refused && waited < 20_000; waited += 100) await vi.advanceTimersByTimeAsync(100)
    return waited
  }
  const waits: number[] = []
  for (let times = 0; times < 12; times++) waits.push(await refusedFor())
  expect(waits[0]).toBeLessThanOrEqual(1_200)
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(waits.at(-1)).toBeGreaterThanOrEqual(9_900)
  expect(waits.at(-1)).toBeLessThanOrEqual(10_200)
  say([])
  expect(await refusedFor()).toBeLessThanOrEqual(1_200)
  close()
})

test('opens no socket in a hidden window after a refused ticket until the window is visible', async () => {
  portal(200, { _id: 7, name: 'Ada' })
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const close = openLive(() => {})
  const refused = Line.last
  await vi.advanceTimersByTimeAsync(299_500)
  refused.dispatchEvent(Object.assign(new Event('close'), { code: CLOSE.noTicket }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Line.last).toBe(refused)
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(Line.last).not.toBe(refused)
  close()
  seen.mockRestore()
})

describe('a status', () => {
  const status = {
    userId: 7,
    userName: 'Ada',
    empType: '',
    status: true,
    breakType: '',
    customMessage: '',
    timeLeft: null,
  }

  test('is sent on an open socket, and not on a closed one', () => {
    const close = openLive(() => {})
    broadcastStatus(status)
    expect(Line.last.said).toEqual([status])
    close()
    broadcastStatus(status)
    expect(Line.last.said).toHaveLength(1)
    // Lets the socket that was opened for this status close.
    vi.advanceTimersByTime(5_000)
  })

  test('sent on a socket of its own does not affect the socket of a board opened meanwhile', () => {
    broadcastStatus(status)
    const own = Line.last
    const close = openLive(() => {})
    const board = Line.last
    expect(board).not.toBe(own)
    board.dispatchEvent(new Event('open'))
    say([])
    own.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(5_000)
    expect([own.isClosed, board.isClosed, isOpen()]).toEqual([true, false, true])
    close()
  })

  test.each([
    [3_000, [status]],
    // Too late: the person may be back already.
    [30_000, []],
  ])('accepted while the socket connects is sent once it is open, unless that takes too long: %i ms', (delay, said) => {
    const close = openLive(() => {})
    Line.last.readyState = 0
    broadcastStatus(status)
    expect(Line.last.said).toEqual([])
    vi.advanceTimersByTime(delay)
    Line.last.readyState = 1
    for (const _ of ['at first', 'and after another break of the line']) Line.last.dispatchEvent(new Event('open'))
    expect(Line.last.said).toEqual(said)
    close()
  })
})
