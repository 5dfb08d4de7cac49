import { afterEach, expect, test, vi } from 'vitest'
import { isKnownAsOther } from './known-config.ts'
import { portalConfig } from './portal-config.ts'
import { Unreachable } from './problem.ts'
import { queryClient } from './query-client.ts'

const OURS = { name: 'Foyer', version: '1.0.0', register: 'open', livePort: 443, timeZone: 'Europe/Berlin' }

const answers = (...all: readonly Response[]) => {
  const left = [...all]
  vi.stubGlobal('fetch', async () => left.shift() ?? Response.error())
}
const ask = () => queryClient.fetchQuery({ ...portalConfig, staleTime: 0 })
const nothingHere = () => new Response('404 page not found', { status: 404, headers: { 'content-type': 'text/plain' } })

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('takes a server without the call for another one', async () => {
  answers(nothingHere())
  expect(await ask()).toBeNull()
  expect(isKnownAsOther()).toBe(true)
})

test('keeps the config while a proxy answers 404 in place of our server', async () => {
  answers(Response.json(OURS), nothingHere())
  const told = await ask()
  expect(told).toMatchObject({ name: 'Foyer' })
  await expect(ask()).rejects.toBeInstanceOf(Unreachable)
  expect(queryClient.getQueryData(portalConfig.queryKey)).toEqual(told)
  expect(isKnownAsOther()).toBe(false)
  // A proxy's own JSON, and the page in place of the call.
  const page = new Response('<meta name="application-name" content="x">', { headers: { 'content-type': 'text/html' } })
  answers(Response.json({ message: 'no Route matched' }, { status: 404 }), page)
  for (const _ of [1, 2]) await ask().catch(() => {})
  expect(isKnownAsOther()).toBe(false)
})
