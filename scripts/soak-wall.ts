/**
 * `npm run soak -- 30`: a wall for so many minutes (5 unless said) under changes all the time and a server that restarts
 * every minute; fails where heap, nodes or listeners of the page grow, or where the wall shows something else than the board.
 */
import { type CDPSession, chromium } from '@playwright/test'
import { login, updatePermissions } from '#contract/apps/accounts.ts'
import { approveDisplay, collectDisplayToken, createDisplayCode } from '#contract/apps/displays.ts'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { type AnswerOf, type CallDeclaration, fillPath } from '#contract/call.ts'
import { ADMIN, openPortalProcess } from '../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

const MINUTES = Number(process.argv[2] ?? 5)
const RESTART_MS = 60_000
/** Between two changes: a session may make 1,200 calls a minute. */
const PAUSE_MS = 60
/** More than this since the first measurement is a leak. */
const HEAP_GROWTH = 1.5
const GROWTH = 1.2

const portal = await openPortalProcess()

async function ask<C extends CallDeclaration>(call: C, as = '', body?: object, id?: number): Promise<AnswerOf<C>> {
  const response = await fetch(portal.url + fillPath(call.path, id ? { id } : {}), {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${call.path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as AnswerOf<C>
}

async function measure(client: CDPSession) {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

const admin = await ask(login, '', { username: ADMIN.email, password: ADMIN.password })
await ask(updatePermissions, admin.token, { access_onbreak: true, isAdmin: true }, admin._id)
const { deviceCode, userCode } = await ask(createDisplayCode)
await ask(approveDisplay, admin.token, { code: userCode, name: 'Soak' })
const display = await ask(collectDisplayToken, '', { deviceCode })

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  const origin = { origin: portal.url, localStorage: [{ name: 'portal.display', value: JSON.stringify(display) }] }
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 1920, height: 1080 },
    storageState: { cookies: [], origins: [origin] },
  })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Performance.enable')
  await page.goto('/app/onbreak/wall')
  await page.getByRole('heading', { level: 1, name: /away$/ }).waitFor()

  const end = Date.now() + MINUTES * 60_000
  let restartAt = Date.now() + RESTART_MS
  let first: Awaited<ReturnType<typeof measure>> | null = null
  let isAway = false
  let changes = 0
  while (Date.now() < end) {
    isAway = !isAway
    await ask(updateMyBreak, admin.token, isAway ? { status: false, breakType: 'Lunch' } : { status: true })
    changes++
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (Date.now() < restartAt) continue
    const now = await measure(client)
    first ??= now
    console.log(`${changes} changes`, now)
    if (now.heap > first.heap * HEAP_GROWTH || now.nodes > first.nodes * GROWTH + 100)
      throw new Error('The page grows.')
    if (now.listeners > first.listeners * GROWTH + 10) throw new Error('Listeners are left behind.')
    await page
      .getByRole('heading', { level: 1, name: `${isAway ? 1 : 0} away`, exact: true })
      .waitFor({ timeout: 15_000 })
    await portal.stop()
    await portal.start()
    restartAt = Date.now() + RESTART_MS
  }
  const shown = `${isAway ? 1 : 0} away`
  await page.getByRole('heading', { level: 1, name: shown, exact: true }).waitFor({ timeout: 30_000 })
  console.log(`${changes} changes in ${MINUTES} min; at last the wall shows “${shown}”, as the board does.`)
} finally {
  await browser.close()
  await portal.end()
}
