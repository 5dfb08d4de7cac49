/** Searching a long board, and opening it from home, first (the floor then loads the list) and again. */
import type { Page } from '@playwright/test'
import { firstRow, openPage, type PageSubject, withPages } from './browser.ts'
import { against, median, printTable, rounds, say, short, spread } from './report.ts'

const PEOPLE = 1_000
const ROUNDS = rounds(8)
const CPU = 4
const KEY_MS = 90
const WORDS = 'number 77'

interface Figures {
  readonly rows: number[]
  readonly worstKey: number[]
  readonly opening: number[]
  readonly again: number[]
}
const none = (): Figures => ({ rows: [], worstKey: [], opening: [], again: [] })

interface Noted {
  /** Time from the last input until the last change of the rows was painted. */
  took: number
  worst: number
}

/** Records what keys cost: the time from the last key to the rows' last change, and the slowest event. */
function noteKeys(): void {
  const noted: Noted = { took: Number.NaN, worst: 0 }
  Object.assign(window, { keys: noted })
  let at = 0
  addEventListener(
    'input',
    ({ timeStamp }) => {
      at = timeStamp
    },
    true,
  )
  const body = document.querySelector('tr[data-key]')?.parentElement
  const observer = new MutationObserver(() => {
    const since = at
    requestAnimationFrame(() => {
      noted.took = performance.now() - since
    })
  })
  if (body) observer.observe(body, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (/^(key|input|beforeinput)/.test(name)) noted.worst = Math.max(noted.worst, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function search(into: Figures, page: Page): Promise<void> {
  const field = page.getByLabel('Name', { exact: true })
  await page.evaluate(noteKeys)
  await field.focus()
  await page.keyboard.type(WORDS, { delay: KEY_MS })
  await page.waitForFunction((words) => {
    const rows = [...document.querySelectorAll('tr[data-key]')]
    return rows.length > 0 && rows.every(({ textContent }) => textContent?.includes(words))
  }, WORDS)
  await page.waitForTimeout(600)
  const { took, worst } = await page.evaluate(() => (window as unknown as { keys: Noted }).keys)
  into.rows.push(took)
  // The browser does not report events faster than 16 ms.
  into.worstKey.push(Math.max(worst, 16))
  await field.fill('')
}

/** Returns the time from the press on the board's link until the first row is painted. */
async function open(page: Page): Promise<number> {
  await page.evaluate(() => {
    const opened = new Promise<number>((resolve) => {
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          if (!document.querySelector('tr[data-key]')?.checkVisibility()) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', begin, { capture: true, once: true })
    })
    Object.assign(window, { opened })
  })
  // Press at once after hovering, as with a finger: no time to preload on hover.
  await page.getByText('On Break', { exact: true }).hover()
  await page.mouse.down()
  await page.mouse.up()
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
}

async function round(into: Figures, subject: PageSubject): Promise<void> {
  const context = await subject.context()
  const { page } = await openPage(context, { cpu: CPU })
  await page.goto(subject.board)
  await firstRow(page)
  await page.waitForTimeout(1_000)
  await search(into, page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // As on a later day: in a fresh process that has run none of the page's code yet.
  await page.goto('about:blank')
  await page.goto(subject.home)
  await page.waitForTimeout(2_500)
  into.opening.push(await open(page))
  if (subject.name === 'floor') await page.getByRole('button', { name: 'Home' }).click()
  else await page.getByRole('link', { name: 'Foyer' }).first().click()
  await page.waitForFunction(() => !document.querySelector('tr[data-key]')?.checkVisibility())
  await page.waitForTimeout(500)
  into.again.push(await open(page))
  await context.close()
}

/** `npm run bench -- search` */
export const search1000 = () =>
  withPages(PEOPLE, async ({ portal, virtual }) => {
    const [ours, floor] = [none(), none()]
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`search: round ${turn} of ${ROUNDS}`)
      await round(floor, virtual)
      await round(ours, portal)
    }
    const rows = (what: string, of: (figures: Figures) => readonly number[], most: number) => [
      { what: `${what}, floor`, ...spread(of(floor)) },
      { what: `${what}, portal`, ...spread(of(ours)), ...against(median(of(ours)), median(of(floor)), { most }) },
    ]
    printTable(`A board of ${short(PEOPLE)} people, CPU ${CPU}x, ms`, [
      ...rows('last key → rows', (figures) => figures.rows, 2),
      ...rows('worst key event', ({ worstKey }) => worstKey, 1.25),
      ...rows('open it from home, first', ({ opening }) => opening, 1.3),
      ...rows('open it from home, again', ({ again }) => again, 1.3),
    ])
  })
