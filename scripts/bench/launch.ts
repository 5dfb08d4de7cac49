/** How soon the board is painted on offline, cold and warm launches. */
import type { BrowserContext } from '@playwright/test'
import { firstRow, type Machine, openPage, type PageSubject, withPages } from './browser.ts'
import { against, median, met, printTable, rounds, say, short, spread } from './report.ts'

const PEOPLE = 500
const ROUNDS = rounds(5)
const SLOW: Machine = { cpu: 4 }
const SLOW_AND_FAR: Machine = { cpu: 4, isFar: true }

interface Figures {
  readonly cold: number[]
  readonly warm: number[]
  readonly offline: number[]
  readonly blocked: number[]
}
const none = (): Figures => ({ cold: [], warm: [], offline: [], blocked: [] })

/** `isPreparation`: not to be measured, but to leave the worker in control and the device's caches filled. */
async function visit(context: BrowserContext, { board }: PageSubject, machine: Machine, isPreparation = false) {
  const { page, client } = await openPage(context, machine)
  if (!isPreparation) {
    // After a while the browser has stopped the service worker.
    await client.send('ServiceWorker.enable')
    await client.send('ServiceWorker.stopAllWorkers')
  }
  await page.goto(board, { waitUntil: 'commit' })
  const seen = await firstRow(page)
  if (isPreparation) {
    // The first requests bypassed the worker, so load again; the device's caches are written a moment later.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await firstRow(page)
    await page.waitForTimeout(2_500)
  }
  await page.close()
  return seen
}

async function round(into: Figures, subject: PageSubject): Promise<void> {
  const context = await subject.context()
  const first = await visit(context, subject, SLOW_AND_FAR)
  into.cold.push(first.firstRow)
  into.blocked.push(first.blocked)
  await visit(context, subject, {}, true)
  into.warm.push((await visit(context, subject, SLOW_AND_FAR)).firstRow)
  await context.setOffline(true)
  into.offline.push((await visit(context, subject, SLOW)).firstRow)
  await context.close()
}

/** `npm run bench -- launch` */
export const launch = () =>
  withPages(PEOPLE, async ({ portal, vanilla }) => {
    const [ours, floor] = [none(), none()]
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`launch: round ${turn} of ${ROUNDS}`)
      await round(floor, vanilla)
      await round(ours, portal)
    }
    const rows = (what: string, of: (figures: Figures) => readonly number[], most: number) => [
      { what: `${what}, floor`, ...spread(of(floor)) },
      { what: `${what}, portal`, ...spread(of(ours)), ...against(median(of(ours)), median(of(floor)), { most }) },
    ]
    printTable('Until the first row of the board is painted, ms; CPU 4x, cold and warm 40 ms and 10 Mbit/s away', [
      ...rows('offline launch', ({ offline }) => offline, 1.25),
      ...rows('cold', ({ cold }) => cold, 1.3),
      ...rows('warm', ({ warm }) => warm, 1.1),
      {
        what: 'blocked while cold, portal',
        ...spread(ours.blocked),
        ratio: `(floor ${short(median(floor.blocked))})`,
        goal: 'none',
        met: met(median(ours.blocked) === 0),
      },
    ])
  })
