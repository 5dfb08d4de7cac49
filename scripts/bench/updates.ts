/** What live updates cost the page, and how the heap grows. */
import type { CDPSession, Page } from '@playwright/test'
import { firstRow, openPage, type PageStage, type PageSubject, withPages } from './browser.ts'
import { against, median, met, printTable, rounds, say, short, spread } from './report.ts'

const ROUNDS = rounds(3)
const SECONDS = 8
const FRAMES_A_SECOND = 60
const [FEW, FEW_A_SECOND, MANY, MANY_A_SECOND] = [500, 100, 5_000, 200]
/** The heap is measured after `FIRST` and after `LATER` updates; more of them with `--whole`. */
const FIRST = 1_000
const LATER = process.argv.includes('--whole') ? 288_000 : 40_000
const FAST_A_SECOND = 1_500
const MOST_GROWTH_MB = 1

interface Figures {
  readonly msAnUpdate: number[]
  readonly dropped: number[]
}
const none = (): Figures => ({ msAnUpdate: [], dropped: [] })

async function metric(client: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

const countFrames = (page: Page, ms: number) =>
  page.evaluate(
    (until) =>
      new Promise<number>((resolve) => {
        const begin = performance.now()
        let frames = 0
        const look = () => {
          frames += 1
          if (performance.now() - begin < until) requestAnimationFrame(look)
          else resolve(frames)
        }
        requestAnimationFrame(look)
      }),
    ms,
  )

async function openLive(subject: PageSubject) {
  const context = await subject.context()
  const { page, client } = await openPage(context)
  await client.send('Performance.enable')
  await page.goto(subject.board)
  await firstRow(page)
  await page.waitForTimeout(3_000)
  return { context, page, client }
}

async function round(into: Figures, subject: PageSubject, { feed }: PageStage, aSecond: number): Promise<void> {
  const { context, page, client } = await openLive(subject)
  const before = await metric(client, 'TaskDuration')
  const frames = countFrames(page, SECONDS * 1_000)
  const begin = performance.now()
  await feed.say(SECONDS * aSecond, aSecond)
  const seen = await frames
  const expected = ((performance.now() - begin) / 1_000) * FRAMES_A_SECOND
  await page.waitForTimeout(500)
  const busy = (await metric(client, 'TaskDuration')) - before
  into.msAnUpdate.push((busy * 1_000) / (SECONDS * aSecond))
  into.dropped.push(Math.max(0, 1 - seen / expected) * 100)
  await context.close()
}

async function compare(people: number, aSecond: number): Promise<{ floor: Figures; ours: Figures }> {
  const [floor, ours] = [none(), none()]
  await withPages(people, async (stage) => {
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`updates: ${people} people, ${aSecond} a second, round ${turn} of ${ROUNDS}`)
      await round(floor, stage.virtual, stage, aSecond)
      await round(ours, stage.portal, stage, aSecond)
    }
  })
  return { floor, ours }
}

/** `npm run bench -- updates` */
export async function updates(): Promise<void> {
  const few = await compare(FEW, FEW_A_SECOND)
  const many = await compare(MANY, MANY_A_SECOND)
  const row = (what: string, { msAnUpdate, dropped }: Figures) => ({
    what,
    ...spread(msAnUpdate),
    'frames dropped': `${short(median(dropped))} %`,
  })
  const ours = [few, many].map((each) => median(each.ours.msAnUpdate)) as [number, number]
  // Only an upper limit: if more updates share a frame, each may cost less.
  const isNoMore = ours[1] / ours[0] <= 1.2 && median(many.ours.dropped) < 0.5
  printTable('Live updates: main-thread ms each', [
    row(`floor, ${FEW} rows, ${FEW_A_SECOND} a second`, few.floor),
    {
      ...row(`portal, ${FEW} rows, ${FEW_A_SECOND} a second`, few.ours),
      ...against(ours[0], median(few.floor.msAnUpdate), { most: 2.5 }),
    },
    row(`floor, ${MANY} rows, ${MANY_A_SECOND} a second`, many.floor),
    {
      ...row(`portal, ${MANY} rows, ${MANY_A_SECOND} a second`, many.ours),
      ratio: `${short(ours[1] / median(many.floor.msAnUpdate))}x`,
      goal: `as at ${FEW} or less, 0 % dropped`,
      met: met(isNoMore),
    },
  ])
}

async function heap(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage')
  return (await metric(client, 'JSHeapUsedSize')) / 1_048_576
}

/** `npm run bench -- heap`, `npm run bench -- heap --whole` */
export const heapAfterUpdates = () =>
  withPages(FEW, async ({ portal, feed }) => {
    const { context, page, client } = await openLive(portal)
    await feed.say(FIRST, FEW_A_SECOND * 5)
    await page.waitForTimeout(2_000)
    const first = await heap(client)
    say(`heap: ${LATER} updates`)
    await feed.say(LATER - FIRST, FAST_A_SECOND)
    await page.waitForTimeout(3_000)
    const later = await heap(client)
    await context.close()
    printTable('Heap of the board, MB', [
      {
        [`after ${FIRST.toLocaleString('en')} updates`]: short(first),
        [`after ${LATER.toLocaleString('en')}`]: short(later),
        goal: `≤ ${MOST_GROWTH_MB} MB more`,
        met: met(later - first <= MOST_GROWTH_MB),
      },
    ])
  })
