/**
 * Random schedules in a real browser, with two tabs and the service worker, against the real server over a line that fails
 * in every way. To run more: `FOYER_SCHEDULES=500 FOYER_SEED=7 npm run test:browser -- chaos.spec.ts`.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { getMyBreak, updateBreak } from '#contract/apps/onbreak.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import type { Fault } from './fault-proxy.ts'
import { type FaultyPortal, test as faultyTest } from './faulty-portal.ts'
import { expect, expectControlled } from './fixtures.ts'
import { fireSync, outboxRows, stopWorker, withoutSync } from './outbox-rows.ts'
import { backButton, isChange, tap, updateButton } from './taps.ts'

const SCHEDULES = Number(process.env.FOYER_SCHEDULES ?? 25)
const FIRST_SEED = Number(process.env.FOYER_SEED ?? 1)
/** Schedules per test: several tests, so that the Playwright workers can share them. */
const AT_A_TIME = 5
const STEPS = 12
/** Changes by others arrive by the live socket, which may take long to reconnect after a cut line. */
const SOCKET = { timeout: 45_000 }

const test = faultyTest.extend<object, { boss: SessionUser }>({
  boss: [
    async ({ faulty: { portal } }, use) =>
      use(await portal.signIn(await portal.addPerson({ rights: { onbreak_admin: true } }))),
    { scope: 'worker' },
  ],
})

/** `LINE` faults hit all requests; `CHANGES` faults hit only changes, so that the page still counts as online. */
const LINE: readonly Fault[] = ['refuse', 'stall']
const CHANGES: readonly Fault[] = [
  'refuse',
  'stall',
  'cut-after',
  'cut-after',
  'cut-body',
  'captive',
  'redirect',
  'unavailable',
  { status: 429, body: '{"detail":"Not so fast."}', headers: { 'retry-after': '1' } },
]

interface World {
  readonly faulty: FaultyPortal
  readonly boss: SessionUser
  readonly context: BrowserContext
  readonly me: SessionUser
  readonly random: Random
  readonly tabs: Page[]
  readonly steps: string[]
  taps: number
}

const pick = <T>(random: Random, items: readonly T[]): T => items[random.between(0, items.length - 1)] as T

async function openTab({ context, faulty }: World): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${faulty.proxy.url}/app/onbreak`)
  await expect(updateButton(page).or(backButton(page))).toBeVisible()
  return page
}

/** Waits until both tabs show the same status, whichever tab was tapped in. */
async function expectAgreement({ tabs }: World): Promise<void> {
  const [first] = tabs
  if (!first) return
  for (const other of tabs.slice(1))
    await expect
      .poll(async () => (await backButton(first).isVisible()) === (await backButton(other).isVisible()), SOCKET)
      .toBe(true)
}

type Act = (world: World) => Promise<string>
const ACTS: readonly Act[] = [
  ...Array.from(
    { length: 6 },
    (): Act => async (world) => {
      await expectAgreement(world)
      const index = world.random.between(0, world.tabs.length - 1)
      const message = `tap ${++world.taps} of ${world.me._id}`
      return `${await tap(world.tabs[index] as Page, message)} in tab ${index}: ${message}`
    },
  ),
  async ({ faulty: { proxy }, random }) => {
    const fault = pick(random, LINE)
    proxy.set(fault)
    return `line: ${fault}`
  },
  async ({ faulty: { proxy }, random }) => {
    const fault = pick(random, CHANGES)
    proxy.set(fault, { only: isChange })
    return `changes: ${JSON.stringify(fault)}`
  },
  async ({ faulty: { proxy } }) => {
    proxy.set('pass')
    return 'line: good'
  },
  async (world) => {
    const [tab] = world.tabs
    await tab?.reload()
    return 'reloads a tab'
  },
  async (world) => {
    if (world.tabs.length > 1) {
      await world.tabs.shift()?.close()
      return 'closes a tab'
    }
    world.tabs.push(await openTab(world))
    return 'opens a tab'
  },
  async ({ tabs }) => {
    await fireSync(tabs[0] as Page)
    return 'fires the worker’s sync'
  },
  async ({ tabs }) => {
    await stopWorker(tabs[0] as Page)
    return 'stops the worker'
  },
  async ({ faulty: { portal }, boss, me, random }) => {
    const body = random.chance(0.5)
      ? { status: true }
      : { status: false, breakType: 'Break', customMessage: 'by the boss' }
    await portal.call(updateBreak, { as: boss.token, params: { id: me._id }, body })
    return `the boss: ${JSON.stringify(body)}`
  },
]

async function rest({ tabs, faulty: { proxy } }: World): Promise<void> {
  proxy.set('pass')
  for (const page of tabs) await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await outboxRows(tabs[0] as Page)).filter(({ state }) => state === 'pending').length, {
      // A change that failed is retried after up to a minute.
      timeout: 90_000,
    })
    .toBe(0)
}

/** Checks what must hold after every schedule, by the requests that the server saw and the rows on the device. */
async function judge(world: World, from: number): Promise<void> {
  const { tabs, taps, faulty, me } = world
  const rows = await outboxRows(tabs[0] as Page)
  const seen = faulty.proxy.seen.slice(from).filter(({ method, path }) => isChange(method, path))
  const mine = seen.filter(({ headers }) => headers['idempotency-key'] !== undefined)

  // Not lost: each tap is a row or was replaced by one, while unsent or when refused. Other rows have the server's detail.
  expect(rows.reduce((sum, { replaces }) => sum + 1 + replaces.length, 0)).toBe(taps)
  for (const row of rows) expect(row.state === 'acked' || row.detail, JSON.stringify(row)).toBeTruthy()
  // Not torn: a key is never sent with two bodies.
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of mine) {
    const key = headers['idempotency-key'] ?? ''
    bodies.set(key, (bodies.get(key) ?? new Set()).add(body))
  }
  for (const [key, said] of bodies) expect([key, said.size]).toEqual([key, 1])
  // Every key that the server saw is that of a row, or of one that a row replaced.
  const known = new Set(rows.flatMap(({ key, replaces }) => [key, ...replaces]))
  for (const key of bodies.keys()) expect(known).toContain(key)
  // In order: rows were first accepted in the order of the outbox.
  const accepted = [
    ...new Set(mine.filter(({ status }) => status === 200).map(({ headers }) => headers['idempotency-key'])),
  ]
  expect(accepted).toEqual(rows.filter(({ state }) => state === 'acked').map(({ key }) => key))
  // In the end each tab shows what the server has.
  const record = await faulty.portal.call(getMyBreak, { as: me.token })
  for (const page of tabs) {
    await expect(record.status ? updateButton(page) : backButton(page)).toBeVisible(SOCKET)
    if (!record.status && record.customMessage)
      await expect(page.getByText(record.customMessage).first()).toBeVisible(SOCKET)
  }
}

async function play(browser: Browser, faulty: FaultyPortal, boss: SessionUser, seed: number): Promise<void> {
  const { portal, proxy } = faulty
  proxy.set('pass')
  const me = await portal.signIn(await portal.addPerson({ rights: { access_onbreak: true } }))
  const origin = { origin: proxy.url, localStorage: [{ name: 'userInfo', value: JSON.stringify(me) }] }
  const context = await browser.newContext({ storageState: { cookies: [], origins: [origin] } })
  const world: World = { faulty, boss, context, me, random: randomFrom(seed), tabs: [], steps: [], taps: 0 }
  const from = proxy.seen.length
  if (world.random.chance(0.5)) {
    await withoutSync(context)
    world.steps.push('no background sync')
  }
  try {
    world.tabs.push(await openTab(world))
    await expectControlled(world.tabs[0] as Page)
    world.tabs.push(await openTab(world))
    for (let step = 0; step < STEPS; step++) world.steps.push(await pick(world.random, ACTS)(world))
    await rest(world)
    await judge(world, from)
  } catch (error) {
    throw new Error(`Seed ${seed}, after:\n  ${world.steps.join('\n  ')}`, { cause: error })
  } finally {
    // After a timeout the context cannot be closed; that error must not hide the one above.
    await context.close().catch(() => {})
  }
}

test.describe.configure({ mode: 'parallel', retries: 0 })

for (let from = FIRST_SEED; from < FIRST_SEED + SCHEDULES; from += AT_A_TIME) {
  const to = Math.min(from + AT_A_TIME, FIRST_SEED + SCHEDULES) - 1
  test(`random schedules ${from} to ${to} lose, double and reorder nothing`, async ({
    browser,
    playwright,
    launchOptions,
    faulty,
    boss,
  }) => {
    test.setTimeout(60_000 + AT_A_TIME * 40_000)
    let chromium = browser
    for (let seed = from; seed <= to; seed++)
      await play(chromium, faulty, boss, seed).catch(async (error) => {
        // Chromium itself crashed, as it may when its worker is stopped: no fault of the portal, so it is excused once.
        if (chromium.isConnected() || chromium !== browser) throw error
        chromium = await playwright.chromium.launch(launchOptions)
        await play(chromium, faulty, boss, seed)
      })
    if (chromium !== browser) await chromium.close()
  })
}
