import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RUNS_PER_CALL, type Run, statusOf } from '#contract/apps/etl.ts'
import { listOfPage, recounted, summaryOf, withNewest, withOlder, withRun } from './run-list.ts'

const run = (id: number, over: Partial<Run> = {}): Run => ({
  _id: id,
  isSuccessful: true,
  isFixed: false,
  dataSource: 'crm',
  tableName: 'people',
  taskName: 'load',
  createdAt: '2026-03-04T10:00:00.000Z',
  ...over,
})
/** Runs with ids from `first` down to `last`: newest first. */
const runs = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => run(first - index))
const ids = (list: readonly Run[]) => list.map(({ _id }) => _id)

test.each([
  [true, false, 'success'],
  [true, true, 'success'],
  [false, false, 'failed'],
  [false, true, 'amended'],
] as const)('maps successful %s, fixed %s to %s', (isSuccessful, isFixed, status) => {
  expect(statusOf({ isSuccessful, isFixed })).toBe(status)
})

describe('the newest page', () => {
  test('is the whole list where it is not full', () => {
    expect(withNewest({ runs: runs(900, 1), isWhole: false }, listOfPage(runs(12, 3)))).toEqual({
      runs: runs(12, 3),
      isWhole: true,
    })
  })
  test('keeps the older ones that were scrolled to', () => {
    const held = { runs: runs(1_000, 1), isWhole: true }
    const list = withNewest(held, listOfPage(runs(1_003, 1_004 - RUNS_PER_CALL)))
    expect([ids(list.runs), list.isWhole]).toEqual([ids(runs(1_003, 1)), true])
  })
  test('lists a run of an older page that failed anew once, at its new place', () => {
    const held = { runs: runs(1_000, 1), isWhole: true }
    const page = [run(100, { createdAt: '2026-03-05T10:00:00.000Z' }), ...runs(1_000, 1_002 - RUNS_PER_CALL)]
    const list = withNewest(held, listOfPage(page))
    expect(ids(list.runs)).toEqual([100, ...ids(runs(1_000, 101)), ...ids(runs(99, 1))])
  })
  test('drops what is held where runs are missing between', () => {
    const page = runs(3_000, 3_001 - RUNS_PER_CALL)
    expect(withNewest({ runs: runs(1_000, 1), isWhole: true }, listOfPage(page))).toEqual({
      runs: page,
      isWhole: false,
    })
  })
})

describe('an older page', () => {
  const held = { runs: runs(1_000, 501), isWhole: false }
  test('goes on where the list ended', () => {
    const list = withOlder(held, runs(500, 1))
    expect([ids(list.runs), list.isWhole]).toEqual([ids(runs(1_000, 1)), false])
    expect(withOlder(held, runs(500, 300)).isWhole).toBe(true)
  })
  test('ends the list if the server returns the same page again', () => {
    expect(withOlder(held, runs(1_000, 501))).toEqual({ ...held, isWhole: true })
  })
})

test('replaces a run with its newer version', () => {
  const list = withRun({ runs: runs(3, 1), isWhole: true }, run(2, { isFixed: true }))
  expect(list.runs.map(({ isFixed }) => isFixed)).toEqual([false, true, false])
})

describe('the counts', () => {
  const now = new Date(2026, 2, 4, 18).getTime()
  const at = (day: number, hour = 12) => new Date(2026, 2, day, hour).toISOString()
  const failed = run(2, { isSuccessful: false, createdAt: at(4) })
  const week = [
    run(1, { createdAt: at(4) }),
    failed,
    run(3, { isSuccessful: false, isFixed: true, createdAt: at(1, 0) }),
    run(4, { createdAt: new Date(2026, 1, 26).toISOString() }),
    run(5, { createdAt: new Date(2026, 1, 25, 23, 59).toISOString() }),
  ]
  test('cover seven days, the last of which is today', () => {
    const { days, ...counts } = summaryOf(week, now)
    expect(counts).toMatchObject({ total: 4, successful: 2, failed: 1, amended: 1 })
    expect(days.map(({ date }) => date)).toEqual([
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ])
    expect(days[3]).toMatchObject({ successful: 0, failed: 0, amended: 1 })
  })
  test('follow an amended run, but ignore one of last month', () => {
    const before = summaryOf(week, now)
    const after = recounted(before, failed, { ...failed, isFixed: true })
    expect(after).toMatchObject({ total: 4, successful: 2, failed: 0, amended: 2 })
    expect(after.days[6]).toMatchObject({ successful: 1, failed: 0, amended: 1 })
    const old = { ...failed, createdAt: '2026-01-04T10:00:00.000Z' }
    expect(recounted(before, old, { ...old, isFixed: true })).toEqual(before)
  })
  describe('in the week of a clock change', () => {
    beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
    afterEach(() => vi.unstubAllEnvs())
    // The clocks go back on 25 October 2026, and forward on 29 March.
    test.each([
      ['2026-10-25T23:30:00+01:00', '2026-10-28', '2026-10-25'],
      ['2026-10-26T00:00:00+01:00', '2026-10-28', '2026-10-26'],
      ['2026-03-30T00:30:00+02:00', '2026-04-01', '2026-03-30'],
    ])('move a run of %s on its own day', (createdAt, today, day) => {
      const late = { ...failed, createdAt: new Date(createdAt).toISOString() }
      const before = summaryOf([late], new Date(`${today}T12:00:00`).getTime())
      const { days } = recounted(before, late, { ...late, isFixed: true })
      expect(days.filter(({ amended }) => amended > 0)).toEqual([{ date: day, successful: 0, failed: 0, amended: 1 }])
    })
  })
  test('follow a run even if the company’s days begin at another hour than here', () => {
    const elsewhere = { ...summaryOf([failed], now), since: new Date(2026, 1, 26, 5).toISOString() }
    expect(recounted(elsewhere, failed, { ...failed, isFixed: true }).days[6]).toMatchObject({ failed: 0, amended: 1 })
  })
})
