/**
 * `npm run bench:checklist`: measures the checklists with 200 todos and 500 people who all have every todo open, in
 * Chromium on the built portal. Prints tables for the docs; asserts nothing, as absolute times depend on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { ADMIN, openPortalProcess } from '../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

const TODOS = 200
const PEOPLE = 500
const VISITS = 7
const TAPS = 60

const quantile = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(1))
}

/**
 * Fills the database with todos, people and all tasks of all people but the admin; a third of the tasks has a due day.
 */
function fill(folder: string): void {
  const db = new Database(join(folder, 'foyer.sqlite'))
  const columns = (db.pragma('table_info(user)') as { name: string }[]).map(({ name }) => name)
  const given: Readonly<Record<string, string>> = {
    id: '100 + i',
    name: `'Person ' || i`,
    email: `'person' || i || '@example.com'`,
    is_admin: '0',
  }
  const copied = columns.map((column) => given[column] ?? column)
  const count = (last: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})`
  db.exec(`
    ${count(TODOS)} insert into todo (id, department_id, title, details, is_offboarding, weight, due_days, owner, rev)
      select i, (select id from department where name = 'Everyone'), 'Todo ' || i, 'More about ' || i, 0, i - 1,
        case when i % 3 = 0 then i % 30 end, 'admin', 1 from n;
    ${count(PEOPLE)} insert into user (${columns.join(', ')})
      select ${copied.join(', ')} from n, (select * from user where email = '${ADMIN.email}');
    insert into user_task (user_id, todo_id, department_id, title, details, is_offboarding, weight, due_days, owner,
        counts_from, due_on, is_checked, checked_at, effective_at, changed_by_name, rev)
      select user.id, todo.id, todo.department_id, title, details, is_offboarding, weight, due_days, owner,
        date('now', '-10 days'), date('now', '-10 days', due_days || ' days'), 0, null, datetime('now'), 'Ada', 1
      from user, todo where user.id > 100;
  `)
  db.close()
}

/** Returns the time from opening the address until the screen is painted and responds to clicks. */
async function opened(page: Page, url: string, sign: string): Promise<number> {
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(sign).first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return performance.now() - start
}

/** Returns the time from a click on a link to the painted screen, without loading the portal anew. */
async function reached(page: Page, link: string, sign: string): Promise<number> {
  await page.locator(link).first().waitFor()
  return page.evaluate(
    async ([from, to]) => {
      const start = performance.now()
      document.querySelector<HTMLElement>(from)?.click()
      while (!document.querySelector(to)) await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - start
    },
    [link, sign] as const,
  )
}

interface Tap {
  readonly ms: number
  /** Frames from the tap until one shows it; 1: the next frame. */
  readonly frames: number
}

/** Checks and unchecks the first tasks, and reads the progress bar at each frame. */
const tap = (page: Page, times: number): Promise<Tap[]> =>
  page.evaluate(async (count) => {
    const figure = () => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
    const taps: { ms: number; frames: number }[] = []
    for (let index = 0; index < count; index++) {
      const boxes = document.querySelectorAll<HTMLInputElement>('main input[type=checkbox]')
      const before = figure()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      boxes[index % 10]?.click()
      let frames = 0
      while (figure() === before) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        frames++
      }
      taps.push({ ms: performance.now() - start, frames: Math.max(1, frames) })
      // Let the work of this tap end before the next.
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    return taps
  }, times)

const LIST = '[role=table] a[href^="/app/onboarding/1"], table a[href^="/app/onboarding/1"]'
const SCREENS = [
  { what: 'Incomplete Users', path: '/app/onboarding', sign: LIST },
  { what: 'Todos', path: '/app/onboarding/todos', sign: 'section:has(#todos) li:nth-child(10)' },
  { what: 'A person’s checklist', path: '/app/onboarding/101', sign: 'main li:nth-child(10) input[type=checkbox]' },
] as const

async function signIn(page: Page, url: string): Promise<void> {
  // tsx wraps functions in a `__name` helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(url)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Our Apps').waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const figures = (what: string, values: readonly number[]) => ({
  what,
  'median ms': quantile(values, 0.5),
  'worst ms': quantile(values, 1),
})

const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const portal = await openPortalProcess({ env: { FOYER_DATA: folder } })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  await portal.stop()
  fill(folder)
  await portal.start()
  const page = await browser.newPage()
  await signIn(page, portal.url)
  const rows = []
  for (const { what, path, sign } of SCREENS) {
    const took: number[] = []
    for (let visit = 0; visit < VISITS; visit++) took.push(await opened(page, portal.url + path, sign))
    rows.push(figures(`${what}, opened by its address`, took))
  }
  for (const [what, link, sign] of [
    ['Todos, from the list', 'a[href="/app/onboarding/todos"]', SCREENS[1].sign],
    ['A person’s checklist, from the list', LIST, SCREENS[2].sign],
  ] as const) {
    const took: number[] = []
    for (let visit = 0; visit < VISITS; visit++) {
      await opened(page, portal.url + SCREENS[0].path, LIST)
      took.push(await reached(page, link, sign))
    }
    rows.push(figures(what, took))
  }
  console.table(rows)
  await opened(page, portal.url + SCREENS[2].path, SCREENS[2].sign)
  await tap(page, 10)
  const taps = await tap(page, TAPS)
  console.table([
    {
      ...figures(
        'tap → bar',
        taps.map(({ ms }) => ms),
      ),
      'frames, median': quantile(
        taps.map(({ frames }) => frames),
        0.5,
      ),
      'frames, worst': Math.max(...taps.map(({ frames }) => frames)),
    },
  ])
} finally {
  await browser.close()
  await portal.end()
  rmSync(folder, { recursive: true, force: true })
}
