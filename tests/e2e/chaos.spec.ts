/**
 * Random schedules in a real browser, two tabs and the worker, against the real server over a line that fails in every
 * way. `FOYER_SCHEDULES=500 FOYER_SEED=7 npm run test:browser -- chaos.spec.ts` runs as many as you like.
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
/** In one test, so that the workers share them. */
const AT_A_TIME = 5
const STEPS = 12
/** What others did comes by the socket, which takes its time to come back after a cut line. */
const SOCKET = { timeout: 45_000 }

const test = faultyTest.extend<object, { boss: SessionUser }>({
  boss: [
    async ({ faulty: { portal } }, use) =>
      use(await portal.signIn(await portal.addPerson({ rights: { onbreak_admin: true } }))),
    { scope: 'worker' },
  ],
})

/** The line as a whole, or the changes alone, so that the page believes in its line. */
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

/** Both tabs show the same, whichever was tapped in. */
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
      // A change that was refused pauses for up to a minute.
      timeout: 90_000,
    })
    .toBe(0)
}

/** What must be true of every schedule, by what the server saw and what the device kept. */
async function judge(world: World, from: number): Promise<void> {
  const { tabs, taps, faulty, me } = world
  const rows = await outboxRows(tabs[0] as Page)
  const seen = faulty.proxy.seen.slice(from).filter(({ method, path }) => isChange(method, path))
  const mine = seen.filter(({ headers }) => headers['idempotency-key'] !== undefined)

  // Lost: each tap is a row, or one took its place: while it was unsent, or when it was refused; the rest is the server's word.
  expect(rows.reduce((sum, { replaces }) => sum + 1 + replaces.length, 0)).toBe(taps)
  for (const row of rows) expect(row.state === 'acked' || row.detail, JSON.stringify(row)).toBeTruthy()
  // Torn: a key never says two things.
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of mine) {
    const key = headers['idempotency-key'] ?? ''
    bodies.set(key, (bodies.get(key) ?? new Set()).add(body))
  }
  for (const [key, said] of bodies) expect([key, said.size]).toEqual([key, 1])
  // Every accepted row came to the server, and nothing that no row knows.
  const known = new Set(rows.flatMap(({ key, replaces }) => [key, ...replaces]))
  for (const key of bodies.keys()) expect(known).toContain(key)
  // In order: the first time each row was accepted, one after the other.
  const accepted = [
    ...new Set(mine.filter(({ status }) => status === 200).map(({ headers }) => headers['idempotency-key'])),
  ]
  expect(accepted).toEqual(rows.filter(({ state }) => state === 'acked').map(({ key }) => key))
  // And what is seen in the end is what the server has, in each tab.
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
    // After a timeout it cannot be closed any more, and what was being done is what has to be told.
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
        // Chromium itself fell, as it may when its worker is stopped: that says nothing of the portal, once.
        if (chromium.isConnected() || chromium !== browser) throw error
        chromium = await playwright.chromium.launch(launchOptions)
        await play(chromium, faulty, boss, seed)
      })
    if (chromium !== browser) await chromium.close()
  })
}
