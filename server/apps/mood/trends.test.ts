import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getMoodTrends, type MoodScope, type MoodTrends } from '#contract/apps/mood.ts'
import type { FlagName } from '#contract/who.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { lowStreaks } from './streaks.ts'
import { ensureWeeks } from './weeks.ts'

/** Thursdays of five consecutive weeks, the last of them under way. */
const THURSDAYS = ['2026-02-05', '2026-02-12', '2026-02-19', '2026-02-26', '2026-03-05'].map(
  (day) => `${day}T10:00:00.000Z`,
)
const [BEGIN = '', , , , NOW = ''] = THURSDAYS

let portal: Portal
let periods: number[]
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow(BEGIN)
  const today = { timeZone: portal.deps.config.timeZone }
  await ensureWeeks(portal.deps.db, { ...today, now: BEGIN })
  await ensureWeeks(portal.deps.db, { ...today, now: NOW })
  const rows = await portal.deps.db.selectFrom('mood_period').select('id').orderBy('start_date').execute()
  periods = rows.map(({ id }) => id)
})
afterEach(() => portal.close())

type Levels = readonly [morale: number, stress: number, workload: number]

/** Stores reports as the call would: one per week, from the first week on, where levels are given. */
async function wrote(
  author: TestUser,
  manager: TestUser | null,
  levels: readonly (Levels | null)[],
  /** The time of sending for all of them; without it, the Thursday of each week. */
  at?: string,
) {
  const rows = levels.flatMap((given, week) =>
    given
      ? {
          user_id: author.id,
          user_name: author.name,
          period_id: periods[week] ?? 0,
          created_at: at ?? THURSDAYS[week] ?? '',
          morale_level: given[0],
          stress_level: given[1],
          workload_level: given[2],
          manager_id: manager?.id ?? null,
          manager_department_id: null,
          manager_department: '',
          nominated_id: null,
          nominated_name: '',
          morale_comment: '',
          stress_comment: '',
          workload_comment: '',
          high_comment: 'Sun',
          low_comment: 'Rain',
          extra_comment: '',
          nominated_text: '',
        }
      : [],
  )
  await portal.deps.db.insertInto('mood_report').values(rows).execute()
}

const manager = (flags: Partial<Record<FlagName, boolean>> = { isCepManager: true }, dept = 'Sales') =>
  portal.addUser({ dept, flags })
const writer = (boss?: TestUser) =>
  portal.addUser({ flags: { access_mood: true }, ...(boss ? { manager: boss.id } : {}) })
const some = (count: number, boss?: TestUser) => Promise.all(Array.from({ length: count }, () => writer(boss)))

async function trendsOf(user: TestUser, scope: MoodScope = 'normalManager'): Promise<MoodTrends> {
  portal.setNow(NOW)
  const { db } = portal.deps
  await db.updateTable('session').set({ last_seen_at: NOW, created_at: NOW }).execute()
  return (await portal.call(getMoodTrends, { as: user.token, query: { scope } })).body
}

test('each week has the number of reports sent and expected, and their average levels', async () => {
  const boss = await manager()
  const [ann, bo, cy] = (await some(3, boss)) as [TestUser, TestUser, TestUser]
  await wrote(ann, boss, [[5, 4, 3], [4, 4, 4], null, [1, 2, 3]])
  await wrote(bo, boss, [
    [4, 4, 4],
    [3, 3, 3],
  ])
  portal.setNow(THURSDAYS[1] ?? '')
  await portal.addUser({ flags: { access_mood: true }, manager: boss.id }) // joined in the second week
  await portal.addUser({ manager: boss.id }) // lacks access_mood
  await portal.addUser({ flags: { access_mood: true }, manager: boss.id, deactivated: true })
  // A report to another manager: the week is filled, but this manager does not read it.
  await wrote(cy, await manager(), [[1, 1, 1]])

  const { weeks } = await trendsOf(boss)
  expect(weeks.map(({ period, sent, expected }) => [period.startDate, sent, expected])).toEqual([
    ['2026-02-02', 2, 2],
    ['2026-02-09', 2, 4],
    ['2026-02-16', 0, 4],
    ['2026-02-23', 1, 4],
    ['2026-03-02', 0, 4],
  ])
  expect(weeks[0]?.averages).toEqual({ morale: 4.5, stress: 4, workload: 3.5 })
  expect(weeks[2]?.averages).toBeNull()
})

describe('the company’s figures', () => {
  const companyOf = async (user: TestUser, scope?: MoodScope) =>
    (await trendsOf(user, scope)).weeks.map(({ company }) => company?.sent ?? null)

  test.each([
    [5, 0, null],
    [5, 4, null],
    [5, 5, 10],
    [1, 5, 6],
    [0, 5, 5],
    [0, 4, null],
  ])('with %i reports that the reader may read and %i others count %s', async (own, others, told) => {
    const boss = await manager()
    for (const person of await some(own, boss)) await wrote(person, boss, [[5, 5, 5]])
    for (const person of await some(others)) await wrote(person, null, [[2, 2, 2]])
    expect((await companyOf(boss))[0]).toBe(told)
  })

  test('treat a report sent at the instant its week ends as late and leave it out', async () => {
    const boss = await manager()
    for (const person of await some(5)) await wrote(person, null, [[2, 2, 2]])
    await wrote(await writer(), null, [[5, 5, 5]], '2026-02-08T23:00:00.000Z')
    expect((await companyOf(boss))[0]).toBe(5)
  })

  test('do not count the reader’s own report as one of the five that are required', async () => {
    const boss = await manager()
    await wrote(boss, null, [[3, 3, 3]])
    const others = await some(4)
    for (const person of others) await wrote(person, null, [[2, 2, 2]])
    expect((await companyOf(boss))[0]).toBeNull()
  })

  test('stay hidden in a narrow scope if they are hidden in the reader’s wider one', async () => {
    const dora = await manager({ isCepDeptManager: true })
    const { department_id } = await portal.deps.db
      .selectFrom('user')
      .select('department_id')
      .where('id', '=', dora.id)
      .executeTakeFirstOrThrow()
    const mia = await manager()
    for (const person of await some(6, mia)) await wrote(person, mia, [[4, 4, 4]])
    await portal.deps.db.updateTable('mood_report').set({ manager_department_id: department_id }).execute()
    for (const person of await some(2)) await wrote(person, null, [[1, 1, 1]])
    // Eight people outside her own, but only two outside her department.
    expect((await companyOf(dora, 'normalManager'))[0]).toBeNull()
    expect((await companyOf(dora, 'deptManager'))[0]).toBeNull()
  })

  test('are null for the current week and rounded to one decimal', async () => {
    const boss = await manager()
    const week: Levels = [5, 4, 3]
    for (const person of await some(7)) await wrote(person, null, [week, null, null, null, week])
    const [low] = await some(1)
    if (low) await wrote(low, null, [[2, 2, 2], null, null, null, [2, 2, 2]])
    const { weeks } = await trendsOf(boss)
    expect(weeks.at(-1)?.company).toBeNull()
    expect(weeks[0]?.company).toEqual({ sent: 8, morale: 4.6, stress: 3.8, workload: 2.9 })
  })

  test('add late reports five at a time, but at once the reader’s own and those that the reader may read', async () => {
    const boss = await manager()
    const late = async (count: number, levels: Levels) => {
      for (const person of await some(count)) await wrote(person, null, [levels], NOW)
    }
    const told = async () => (await trendsOf(boss)).weeks[0]?.company
    for (const person of await some(6)) await wrote(person, null, [[4, 4, 4]])
    const before = { sent: 6, morale: 4, stress: 4, workload: 4 }
    await late(4, [1, 5, 5])
    expect(await told()).toEqual(before)
    await late(1, [1, 5, 5])
    expect(await told()).toEqual({ sent: 11, morale: 2.6, stress: 4.5, workload: 4.5 })
    await late(4, [5, 1, 1])
    expect(await told()).toMatchObject({ sent: 11, morale: 2.6 })
    // The reader's own report, and those that they may read, need no protection.
    await wrote(boss, null, [[5, 5, 5]], NOW)
    for (const person of await some(1, boss)) await wrote(person, boss, [[5, 5, 5]], NOW)
    expect(await told()).toMatchObject({ sent: 13, morale: 3 })
    const ada = await manager({ mood_admin: true })
    expect((await trendsOf(ada, 'moodAdmin')).weeks[0]).toMatchObject({ sent: 17, company: { sent: 17 } })
  })

  test.each([
    [0, 4, null],
    [0, 5, 5],
    [3, 1, null],
    [3, 2, 5],
    [3, 6, 5],
    [3, 7, 10],
    [5, 0, 5],
    [8, 4, 8],
    [8, 5, 13],
  ])('with %i reports in time and %i late count %s', async (inTime, late, told) => {
    const boss = await manager()
    for (const person of await some(inTime)) await wrote(person, null, [[4, 4, 4]])
    for (const person of await some(late)) await wrote(person, null, [[2, 2, 2]], NOW)
    expect((await companyOf(boss))[0]).toBe(told)
  })

  test('are complete for a mood admin in each scope, even for the current week', async () => {
    const ada = await manager({ mood_admin: true, isCepManager: true })
    for (const person of await some(2)) await wrote(person, null, [null, null, null, null, [5, 4, 4]])
    const { weeks } = await trendsOf(ada, 'moodAdmin')
    expect(weeks.at(-1)).toMatchObject({ sent: 2, company: { sent: 2, morale: 5 } })
    expect((await trendsOf(ada, 'normalManager')).weeks.at(-1)).toMatchObject({ sent: 0, company: { sent: 2 } })
  })
})

test('a low streak is shown only to readers of the reports, and not with a gap or for deactivated people', async () => {
  const [boss, other] = [await manager(), await manager()]
  const [ann, bo, gone, cy] = (await some(4, boss)) as [TestUser, TestUser, TestUser, TestUser]
  const ada = await manager({ mood_admin: true })
  await wrote(ann, boss, [null, [2, 5, 2], [1, 5, 2], [2, 3, 2], [1, 4, 3]])
  await wrote(bo, boss, [[1, 1, 1], [1, 1, 1], null, [1, 1, 1], [1, 1, 1]])
  await wrote(gone, boss, [null, [1, 1, 1], [1, 1, 1], [1, 1, 1]])
  await wrote(cy, boss, Array(5).fill([2, 5, 5]))
  await portal.deps.db.updateTable('user').set({ deactivated: 1 }).where('id', '=', gone.id).execute()
  const streak = {
    user: ann.id,
    name: ann.name,
    measure: 'morale',
    weeks: 4,
    startDate: '2026-02-09',
    endDate: '2026-03-08',
  }
  const streaks = [{ ...streak, user: cy.id, name: cy.name, weeks: 5, startDate: '2026-02-02' }, streak]
  expect((await trendsOf(boss)).lowStreaks).toEqual(streaks)
  expect((await trendsOf(ada, 'moodAdmin')).lowStreaks).toEqual(streaks)
  expect((await trendsOf(other)).lowStreaks).toEqual([])
})

test('lowStreaks finds three or more low weeks in a row up to the last report, if that is under five weeks old', () => {
  const of = (...weeks: readonly (readonly [number, number])[]) =>
    lowStreaks(
      weeks.map(([week, morale]) => ({ user: 7, week, morale, stress: 5, workload: 5 })),
      9,
    ).map(({ weeks: length, first, last }) => [length, first, last])
  expect(of([7, 2], [8, 1], [9, 2])).toEqual([[3, 7, 9]])
  expect(of([9, 2], [7, 2], [8, 1])).toEqual([[3, 7, 9]])
  expect(of([8, 1], [9, 2])).toEqual([])
  expect(of([6, 2], [7, 3], [8, 1], [9, 2])).toEqual([])
  expect(of([5, 2], [7, 2], [8, 1], [9, 2])).toEqual([[3, 7, 9]])
  expect(of([6, 1], [7, 1], [9, 1])).toEqual([])
  expect(of([6, 1], [7, 1], [8, 1], [9, 3])).toEqual([])
  expect(of([3, 1], [4, 1], [5, 1])).toEqual([[3, 3, 5]])
  expect(of([2, 1], [3, 1], [4, 1])).toEqual([])
})

test('reports are expected of the manager’s own people, not of another manager’s in the department', async () => {
  const [boss, colleague] = [await manager(), await manager()]
  await some(2, boss)
  await some(3, colleague)
  expect((await trendsOf(boss)).weeks[0]?.expected).toBe(2)
})
