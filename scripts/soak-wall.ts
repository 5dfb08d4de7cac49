/**
 * `npm run soak -- 30`: a wall for so many minutes (5 unless said) under changes all the time and a server that restarts
 * every minute; fails where heap, nodes or listeners of the page grow, or where the wall shows something else than the board.
 */
import { type CDPSession, chromium } from '@playwright/test'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { approveDisplay, collectDisplayToken, createDisplayCode } from '#contract/apps/displays.ts'
import { updateMyBreak } from '#contract/apps/onbreak.ts'
import { ADMIN, portalOf } from '../tests/e2e/fixtures.ts'
import { openPortalProcess } from '../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

const MINUTES = Number(process.argv[2] ?? 5)
const RESTART_MS = 60_000
/** Between two changes: a session may make 1,200 calls a minute. */
const PAUSE_MS = 60
/** More than this since the first measurement is a leak. */
const HEAP_GROWTH = 1.5
const GROWTH = 1.2

const portal = portalOf(await openPortalProcess())

async function measure(client: CDPSession) {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

const admin = await portal.signIn(ADMIN)
await portal.call(updatePermissions, {
  as: admin.token,
  params: { id: admin._id },
  body: { access_onbreak: true, isAdmin: true },
})
const { deviceCode, userCode } = await portal.call(createDisplayCode)
await portal.call(approveDisplay, { as: admin.token, body: { code: userCode, name: 'Soak' } })
const display = await portal.call(collectDisplayToken, { body: { deviceCode } })

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
    await portal.call(updateMyBreak, {
      as: admin.token,
      body: isAway ? { status: false, breakType: 'Lunch' } : { status: true },
    })
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
