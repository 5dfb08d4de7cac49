/**
 * The portal is released again and again while three tabs are open: a form that is being written, a board with waiting
 * changes, and a board that is only looked at. To run more:
 * `FOYER_DEPLOYMENTS=200 npm run test:browser -- deployments.spec.ts`.
 */
import type { Browser, Page } from '@playwright/test'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { type FaultyPortal, openFaultyPortal } from './faulty-portal.ts'
import { expect, expectControlled, test } from './fixtures.ts'
import { outboxRows } from './outbox-rows.ts'
import { openReleases, type Releases } from './releases.ts'
import { backButton, isChange, tap, updateButton } from './taps.ts'

const DEPLOYMENTS = Number(process.env.FOYER_DEPLOYMENTS ?? 20)
const FIRST_SEED = Number(process.env.FOYER_SEED ?? 1)
/** Releases per test: half of them for each of two workers. */
const IN_A_ROW = Math.ceil(DEPLOYMENTS / 2)
/** Patience with a server that has just restarted on a busy machine. */
const SOON = { timeout: 30_000, intervals: [50, 100, 200, 400] }

const FORM = 0
const OUTBOX = 1
const BOARD = 2

interface World {
  readonly releases: Releases
  readonly faulty: FaultyPortal
  readonly random: Random
  /** By index: `FORM`, `OUTBOX`, `BOARD`. */
  readonly tabs: readonly [Page, Page, Page]
  readonly faults: string[]
  readonly steps: string[]
  taps: number
  written: string
}

/** Makes the page visible or hidden, as if its tab was selected or left. */
const become = (page: Page, state: 'visible' | 'hidden') =>
  page
    .evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
    // A hidden page may reload at once.
    .catch(() => {})

/** Returns how often this tab was loaded; null while it is loading. */
const loads = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('test.loads'))).catch(() => null)
const field = (page: Page) => page.getByLabel('What was your high?')
/** Returns the mark of the release that this page's code belongs to. */
const markOf = (page: Page) =>
  page.evaluate(
    () =>
      /-\w*(r\w{3})\.js$/.exec(document.querySelector('script[src^="/assets/index-"]')?.getAttribute('src') ?? '')?.[1],
  )

async function type(world: World, text: string): Promise<void> {
  const to = field(world.tabs[FORM])
  // After a reload the field has no caret.
  await to.press('Control+End')
  await to.pressSequentially(text)
  world.written += text
}

/** Releases a new version by a restart, which interrupts and refuses requests; returns the version. */
async function deploy({ releases, faulty }: World): Promise<string> {
  const version = releases.next()
  await faulty.portal.stop()
  await faulty.portal.start()
  return version
}

/** Waits until the new version's worker is installed and the page offers it. */
async function expectPrompt(page: Page): Promise<void> {
  await become(page, 'visible')
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.waiting?.state === 'installed' && !registration.installing
    })
  await expect.poll(isWaiting, SOON).toBe(true)
  await expect(page.getByText('New version.')).toBeVisible(SOON)
}

/** Describes, for a failure's message, the service workers and the code of this tab. */
const stateOf = (page: Page) =>
  page
    .evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const { installing, waiting, active } = registration ?? {}
      const workers = [installing, waiting, active].map((worker) => worker?.state ?? '–').join(', ')
      const isLed = navigator.serviceWorker.controller === active
      return `${workers}; ${isLed ? 'led by the active one' : 'led by another'}; ${document.querySelector('script[src^="/assets/index-"]')?.getAttribute('src')}`
    })
    .catch(String)

/** Goes to a screen whose code is loaded on the click, and back. */
async function walk(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Release notes' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible(SOON)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'On Break' })).toBeVisible(SOON)
}

async function round(world: World, index: number): Promise<void> {
  const { tabs, random, faulty, steps, releases } = world
  const waits = random.chance(0.5)
  faulty.proxy.set(waits ? 'unavailable' : 'pass', { only: isChange })
  await tabs[OUTBOX].bringToFront()
  const did = await tap(tabs[OUTBOX], `tap ${++world.taps}`)
  await type(world, `${index} `)
  const before = await Promise.all(tabs.map(loads))
  const rows = await outboxRows(tabs[OUTBOX])
  const version = await deploy(world)
  await type(world, 'and ')

  const accepting = random.between(0, tabs.length - 1)
  const others = tabs.filter((_, tab) => tab !== accepting)
  steps.push(`${version}: ${did}, ${waits ? 'waits' : 'sent'}, accepted in tab ${accepting}`)
  const acceptor = tabs[accepting] as Page
  // A tab in the background is rendered only once a second.
  await acceptor.bringToFront()
  await expectPrompt(acceptor)
  await type(world, 'on ')
  // Nobody has pressed “Reload” yet, so no tab has.
  expect(await Promise.all(tabs.map(loads))).toEqual(before)
  await acceptor.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads(acceptor), SOON).toBe((before[accepting] ?? 0) + 1)
  await expectControlled(acceptor)
  await expect.poll(() => markOf(acceptor).catch(() => ''), SOON).toBe(releases.mark())

  // The other tabs go on with their old code, even with parts not loaded yet. Once hidden they reload, except the form.
  if (accepting !== BOARD) {
    await tabs[BOARD].bringToFront()
    await walk(tabs[BOARD])
  }
  if (accepting !== FORM) await type(world, 'still ')
  for (const page of others) expect(await loads(page)).toBe(before[tabs.indexOf(page)])
  for (const page of others) await become(page, 'hidden')
  const followers = others.filter((page) => page !== tabs[FORM])
  for (const page of followers) await expect.poll(() => loads(page), SOON).toBe((before[tabs.indexOf(page)] ?? 0) + 1)
  for (const page of tabs) await become(page, 'visible')

  await expect(field(tabs[FORM])).toHaveValue(world.written, SOON)
  const after = await outboxRows(tabs[OUTBOX])
  const known = new Set(after.flatMap(({ key, replaces }) => [key, ...replaces]))
  for (const { key } of rows) expect(known).toContain(key)
  for (const [tab, page] of tabs.entries()) {
    const count = await loads(page)
    expect([tab, (count ?? 0) - (before[tab] ?? 0)]).toEqual([tab, tab === FORM && accepting !== FORM ? 0 : 1])
    await expect(page.getByText('This screen could not be shown')).toBeHidden()
  }
  expect(world.faults).toEqual([])
}

/** Opens the form of the latest week's mood report. */
async function openForm(page: Page): Promise<void> {
  await page.bringToFront()
  await page.goto('/app/mood-report')
  await page.getByRole('combobox', { name: 'Date Range' }).click()
  await page.getByRole('option').last().click()
  await expect(field(page)).toBeVisible()
  await expectControlled(page)
}

async function play(browser: Browser, seed: number): Promise<void> {
  const releases = openReleases()
  const faulty = await openFaultyPortal({ program: releases.program })
  const { portal, proxy } = faulty
  const person = await portal.addPerson({ rights: { access_onbreak: true, access_mood: true, isCEP: true } })
  const userInfo = JSON.stringify(await portal.signIn(person))
  const origin = { origin: proxy.url, localStorage: [{ name: 'userInfo', value: userInfo }] }
  const context = await browser.newContext({ baseURL: proxy.url, storageState: { cookies: [], origins: [origin] } })
  const faults: string[] = []
  const steps: string[] = []
  context.on('weberror', (error) => faults.push(String(error.error())))
  await context.addInitScript(() => {
    // An empty page has no storage.
    if (window.location.protocol === 'about:') return
    sessionStorage.setItem('test.loads', String(Number(sessionStorage.getItem('test.loads')) + 1))
  })
  try {
    const tabs = [await context.newPage(), await context.newPage(), await context.newPage()] as const
    await openForm(tabs[FORM])
    for (const page of [tabs[OUTBOX], tabs[BOARD]]) {
      await page.goto('/app/onbreak')
      await expect(updateButton(page)).toBeVisible()
      await expectControlled(page)
    }
    const world = { releases, faulty, random: randomFrom(seed), tabs, faults, steps, taps: 0, written: '' }
    for (let index = 1; index <= IN_A_ROW; index++) await round(world, index)

    proxy.set('pass')
    await tabs[OUTBOX].evaluate(() => window.dispatchEvent(new Event('online')))
    const pending = async () => (await outboxRows(tabs[OUTBOX])).filter(({ state }) => state !== 'acked').length
    // A change that failed for minutes is retried after up to a minute, and timers in background tabs run once a minute.
    await expect.poll(pending, { timeout: 150_000 }).toBe(0)
    const rows = await outboxRows(tabs[OUTBOX])
    expect(rows.reduce((sum, { replaces }) => sum + 1 + replaces.length, 0)).toBe(world.taps)
    for (const page of [tabs[OUTBOX], tabs[BOARD]])
      await expect(world.taps % 2 === 1 ? backButton(page) : updateButton(page)).toBeVisible(SOON)
  } catch (error) {
    const states = await Promise.all(context.pages().map(stateOf))
    throw new Error(`Seed ${seed}, after:\n  ${[...steps, ...states].join('\n  ')}`, { cause: error })
  } finally {
    await context.close()
    await faulty.end()
    releases.end()
  }
}

test.describe.configure({ mode: 'parallel' })
// Tracing each step would cost as much as the steps themselves.
test.use({ trace: 'off' })

for (const seed of DEPLOYMENTS > 0 ? [FIRST_SEED, FIRST_SEED + 1] : [])
  test(`${IN_A_ROW} releases lose nothing, and reload nobody who is writing (seed ${seed})`, async ({ browser }) => {
    test.setTimeout(180_000 + IN_A_ROW * 40_000)
    await play(browser, seed)
  })
