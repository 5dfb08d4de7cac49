import { afterEach, expect, test, vi } from 'vitest'
import { uploadApplicationImage } from '#contract/apps/applications.ts'
import { getBoard } from '#contract/apps/onbreak.ts'
import { updateVersion } from '#contract/apps/versions.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { send } from './call.ts'
import { earlyAnswer, fetchEarly, fetchFromNetwork, headersFor } from './fetch.ts'
import { Unreachable } from './problem.ts'
import { session } from './session.ts'

const ADA = aSessionUser({ token: 'hers' })
const URL = getBoard.path
const hers = headersFor('hers', 7)
const answer = () => Response.json([])

afterEach(() => {
  session.set(null)
  earlyAnswer(URL, hers)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function network(respond: () => Response | Promise<Response> = answer) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => respond())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('uses the shell’s early answer for the page’s own request, once', async () => {
  const fetched = network()
  session.set(ADA)
  fetchEarly(URL, hers)
  expect(await send(getBoard)).toEqual([])
  expect(fetched).toHaveBeenCalledTimes(1)
  await send(getBoard)
  expect(fetched).toHaveBeenCalledTimes(2)
  // The early request has the same headers; with others its answer would not be used.
  const [[, early], [, own]] = fetched.mock.calls as [[string, RequestInit], [string, RequestInit]]
  expect(own.headers).toEqual(early.headers)
})

test('does not use an early answer for another person', async () => {
  const fetched = network()
  fetchEarly(URL, headersFor('his', 8))
  session.set(ADA)
  await send(getBoard)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('does not use an early answer that is too old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const fetched = network()
  session.set(ADA)
  fetchEarly(URL, hers)
  vi.advanceTimersByTime(60_000)
  await send(getBoard)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('sends the request again if the early one failed', async () => {
  const fetched = network()
  fetched.mockRejectedValueOnce(new TypeError('No line.'))
  session.set(ADA)
  fetchEarly(URL, hers)
  expect(await send(getBoard)).toEqual([])
})

test('drops early answers after a write', async () => {
  const fetched = network()
  session.set(ADA)
  fetchEarly(URL, hers)
  await fetchFromNetwork('/api/anything', { method: 'PUT' })
  await send(getBoard)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('throws `Unreachable` if both requests fail', async () => {
  network(() => Promise.reject(new TypeError('No line.')))
  session.set(ADA)
  fetchEarly(URL, hers)
  await expect(send(getBoard)).rejects.toBeInstanceOf(Unreachable)
})

test('rejects with the abort reason after an abort', async () => {
  network()
  session.set(ADA)
  fetchEarly(URL, hers)
  const { signal, abort } = ((controller) => ({
    signal: controller.signal,
    abort: () => controller.abort(),
  }))(new AbortController())
  const sent = send(getBoard, { signal })
  abort()
  await expect(sent).rejects.toThrow('aborted')
})

test('ends a session only on the portal’s own 401, and only the session that sent the request', async () => {
  const refused = () => Response.json({ detail: 'Please sign in.' }, { status: 401 })
  session.set(ADA)
  network(() => new Response('<title>401</title>', { status: 401, headers: { 'content-type': 'text/html' } }))
  await expect(send(getBoard)).rejects.toThrow()
  expect(session.get()).toEqual(ADA)
  // Somebody else signs in while the request is under way.
  network(() => {
    session.set({ ...ADA, _id: 8, token: 'his' })
    return refused()
  })
  await expect(send(getBoard)).rejects.toThrow()
  expect(session.get()?.token).toBe('his')
  network(refused)
  await expect(send(getBoard)).rejects.toThrow()
  expect(session.get()).toBeNull()
})

test('extends the time-out of a long text and of a file by their upload on a slow network', async () => {
  network(() => Response.json({}))
  const limits = vi.spyOn(AbortSignal, 'timeout')
  const text = 'ü'.repeat(20_000)
  await send(updateVersion, { params: { id: 1 }, body: { title: 'New', text } }).catch(() => {})
  const form = new FormData()
  form.set('image', new Blob([text]))
  await send(uploadApplicationImage, { body: form }).catch(() => {})
  const [ofText = 0, ofFile = 0] = limits.mock.calls.map(([limit]) => limit)
  // 40,000 bytes: 16 kbit/s for text, 128 kbit/s for a file; the first second is part of the usual 15.
  expect(Math.floor(ofText / 1_000)).toBe(15 + 19)
  expect(Math.floor(ofFile / 100)).toBe(150 + 15)
  limits.mockRestore()
})
