import { afterEach, expect, test, vi } from 'vitest'
import { getHealth } from '#contract/apps/portal.ts'
import { serverNow } from '#src/lib/server-clock.ts'
import { send } from './call.ts'

const HOUR_MS = 3_600_000
afterEach(() => vi.unstubAllGlobals())

/** Sends a call that gets this answer; returns how far ahead the server's clock then counts, in hours. */
async function after(body: BodyInit, { status = 200, type = 'application/json', ahead = 0 }): Promise<number> {
  const date = new Date(Date.now() + ahead * HOUR_MS).toUTCString()
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type, date } }))
  await send(getHealth).catch(() => {})
  return Math.round((serverNow() - Date.now()) / HOUR_MS)
}

test('adopts the clock of the portal, and not that of a gateway', async () => {
  const health = JSON.stringify({ status: 'ok', version: '1' })
  expect(await after(health, { ahead: 2 })).toBe(2)
  for (const status of [200, 404, 502])
    expect(await after('<h1>Hotel Wi-Fi</h1>', { status, type: 'text/html', ahead: -200_000 })).toBe(2)
  expect(await after(JSON.stringify({ detail: 'Not now.' }), { status: 503, ahead: 3 })).toBe(3)
  expect(await after(health, {})).toBe(0)
})
