/** Which notifications are still worth sending, to whom, and that a fault in one place does not affect the others. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTodo, startOnboarding, updateTodo } from '#contract/apps/checklist.ts'
import { listOpenPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { getNotifications, subscribe } from '#contract/apps/notifications.ts'
import { createBreakType, updateMyBreak } from '#contract/apps/onbreak.ts'
import { createSession } from '#server/http/sessions.ts'
import type { LineageEvent } from '#tests/lineage-event.ts'
import {
  ann,
  boss,
  faults,
  minutes,
  NOW,
  portal,
  postRuns,
  report,
  runSender,
  SUNDAY,
  sentNotifications,
  service,
  subscribeDevice,
  want,
  withNotifiedPortal,
} from '#tests/notified.ts'
import { aTodo } from '#tests/todo.ts'
import { purge } from '../purge.ts'
import { notify, startNotifying } from './sender.ts'

withNotifiedPortal()
afterEach(() => void vi.useRealTimers())

const days = (count: number, from = NOW) => minutes(count * 1_440, from)
const deliveries = () => portal.deps.db.selectFrom('push_delivery').selectAll().execute()
const faultsOnce = () => faults.splice(0).map((fault) => (fault as Error).message)

const failed = (...events: LineageEvent[]) =>
  postRuns(...events.map((event) => ({ type: 'FAIL', error: 'No.', ...event })))

describe('outdated causes', () => {
  const leaveFor = async (plannedMinutes: number) => {
    await portal.call(createBreakType, { as: boss.token, body: { breakType: 'Doctor', plannedMinutes } })
    const body = { status: false, breakType: 'Doctor', customMessage: '' }
    expect((await portal.call(updateMyBreak, { as: ann.token, body })).status).toBe(200)
  }

  test.each([
    [44, [['Ann', 'Your break ran over', 'It was planned for 30 minutes.']]],
    [45, []],
  ])('a 30-minute break first checked after %i minutes sends %j', async (after, expected) => {
    await subscribeDevice({ breakOver: true })
    await leaveFor(30)
    await runSender(minutes(after))
    expect(sentNotifications()).toEqual(expected)
  })

  test('a break of one minute is described in the singular', async () => {
    await subscribeDevice({ breakOver: true })
    await leaveFor(1)
    await runSender(minutes(2))
    expect(sentNotifications()).toEqual([['Ann', 'Your break ran over', 'It was planned for 1 minute.']])
  })

  test.each([
    [60, 1],
    [61, 0],
  ])('a failed run first checked after %i minutes sends %i notifications', async (after, count) => {
    await subscribeDevice({ etlSources: ['shop'] })
    await failed({})
    await runSender(minutes(after))
    expect(sentNotifications()).toHaveLength(count)
  })
})

test('a submitted mood report stops the reminder of its own week, not of the next', async () => {
  await subscribeDevice({ moodDue: true })
  const [{ _id }] = (await portal.call(listOpenPeriods, { as: ann.token })).body
  const levels = { moraleLevel: 4, stressLevel: 3, workloadLevel: 2 }
  const body = { timePeriod: _id, ...levels, highComment: 'Well', lowComment: 'Well' }
  expect((await portal.call(submitMoodReport, { as: ann.token, body })).status).toBe(201)
  await runSender(SUNDAY)
  expect(sentNotifications()).toEqual([])
  await runSender(days(7, SUNDAY))
  expect(sentNotifications()).toHaveLength(1)
})

describe('a task', () => {
  const DUE = '2026-03-06T08:00:00.000Z'
  const dueIn = (dueDays: number) => aTodo({ customMessage: 'Return the keys', owner: 'self', dueDays })
  let todo: number
  beforeEach(async () => {
    todo = (await portal.call(createTodo, { as: boss.token, body: dueIn(1) })).body._id
    await portal.call(startOnboarding, { as: boss.token, params: { id: ann.id } })
    await subscribeDevice({ tasks: true })
  })

  test('that is moved to another day causes another notification on that day', async () => {
    await runSender(DUE)
    const moved = await portal.call(updateTodo, { as: boss.token, params: { id: todo }, body: dueIn(4) })
    expect(moved.status).toBe(200)
    await runSender(days(1, DUE))
    expect(sentNotifications()).toHaveLength(1)
    await runSender(days(3, DUE))
    expect(sentNotifications()).toEqual(Array(2).fill(['Ann', 'Tasks of yours', '1 task is due today.']))
  })

  test('that stays overdue causes no further notification, even after 30 days and a purge', async () => {
    for (const at of [DUE, days(1, DUE)]) await runSender(at)
    await sql`update session set last_seen_at = ${days(30, DUE)}`.execute(portal.deps.db)
    await purge(portal.deps, days(30, DUE))
    await runSender(days(30, DUE))
    expect(sentNotifications()).toHaveLength(2)
  })
})

test('a failure replaces an unread notification of the same task only', async () => {
  await subscribeDevice({ etlSources: ['shop', 'crm'] })
  for (const [minute, event] of [
    [0, { job: 'load' }],
    [1, { job: 'count' }],
    [2, { job: 'load', source: 'crm' }],
    [61, { job: 'load' }],
  ] as const) {
    portal.setNow(minutes(minute))
    await failed(event)
    await runSender()
  }
  for (const names of [
    service.taken.map(({ message }) => message.tag),
    service.taken.map(({ headers }) => headers.topic),
  ]) {
    expect(names).toHaveLength(4)
    expect(names[3]).toBe(names[0])
    expect(new Set(names).size).toBe(3)
  }
})

test('truncates a very long name', async () => {
  const source = 's'.repeat(120)
  await subscribeDevice({ etlSources: [source] })
  await failed({ source, job: 'j'.repeat(120) })
  await runSender()
  expect(sentNotifications()).toEqual([['Ann', `${'s'.repeat(79)}…: failed`, `${'j'.repeat(79)}… failed.`]])
})

test('notifies of a failure even if more sources are chosen than a query takes parameters', async () => {
  await subscribeDevice({ etlSources: ['shop'] })
  await sql`
    insert into push_choice (user_id, kind, source, since)
    with recursive number(n) as (select 1 union all select n + 1 from number where n < 33000)
    select ${sql.lit(ann.id)}, 'etlFailures', 'source ' || n, ${sql.lit(NOW)} from number
  `.execute(portal.deps.db)
  await failed({})
  await runSender()
  expect(sentNotifications()).toHaveLength(1)
})

describe('a recipient', () => {
  const wantedFailures = { etlSources: ['shop'] }

  test('with two devices is notified on both, and each device shows when', async () => {
    await subscribeDevice(wantedFailures)
    const token = await createSession(portal.deps.db, ann.id, NOW)
    await portal.call(subscribe, { as: token, body: service.device('Laptop') })
    await failed({})
    await runSender(minutes(1))
    expect(service.taken.map(({ device }) => device).sort()).toEqual(['Ann', 'Laptop'])
    const { devices } = (await portal.call(getNotifications, { as: token })).body
    expect(devices).toMatchObject([{ lastSentAt: minutes(1) }, { lastSentAt: minutes(1) }])
  })

  test.each([
    ['is signed in for longer than a session lasts', () => sql`update session set created_at = ${days(-90)}`],
    ['must change the password first', () => sql`update "user" set changed_password = 0`],
  ])('who %s receives nothing', async (_, becomes) => {
    await subscribeDevice(wantedFailures)
    await failed({})
    await becomes().execute(portal.deps.db)
    await runSender()
    expect([service.asked(), await deliveries()]).toEqual([0, []])
  })

  test('who turned notifications off receives none that wait, while others still do', async () => {
    const cy = await portal.addUser({ name: 'Cy', flags: { access_etl: true } })
    await subscribeDevice({ etlSources: ['shop'], breakOver: true })
    await subscribeDevice(wantedFailures, cy)
    await portal.call(createBreakType, { as: boss.token, body: { breakType: 'Doctor', plannedMinutes: 1 } })
    await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Doctor' } })
    await failed({})
    service.answerWith(503)
    await runSender(minutes(1))
    expect(await deliveries()).toHaveLength(3)
    await want({ moodDue: true })
    service.answerWith(201)
    await runSender(minutes(5))
    expect(sentNotifications()).toEqual([['Cy', 'shop: failed', 'load failed.']])
    expect(await deliveries()).toEqual([])
  })
})

describe('a fault', () => {
  const sources = Array.from({ length: 12 }, (_, count) => `source ${count}`)
  const failedAll = () => failed(...sources.map((source) => ({ source })))

  test('in one message does not stop the eleven others', async () => {
    await subscribeDevice({ etlSources: sources })
    service.answerWith(503)
    await failedAll()
    await runSender()
    const [first] = await deliveries()
    await portal.deps.db
      .updateTable('push_delivery')
      .set({ payload: '{' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    service.answerWith(201)
    await runSender(minutes(5))
    expect(service.taken).toHaveLength(11)
    expect(faultsOnce()).toEqual([expect.stringContaining('JSON')])
  })

  test('in the search for one kind of notification does not stop the other kinds', async () => {
    await subscribeDevice({ breakOver: true, moodDue: true })
    await portal.deps.db.schema.alterTable('break_info').renameTo('away').execute()
    await runSender(SUNDAY)
    await portal.deps.db.schema.alterTable('away').renameTo('break_info').execute()
    expect(sentNotifications()).toEqual([['Ann', 'Mood report due today', expect.any(String)]])
    expect(faultsOnce()).toHaveLength(1)
  })

  test('of a push service that answers 403 is reported once and leaves the device subscribed', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(403)
    await failed({})
    await runSender()
    expect((await portal.call(getNotifications, { as: ann.token })).body.devices).toHaveLength(1)
    expect(faultsOnce()).toHaveLength(1)
  })

  test('that ends a server during a delivery makes another server send it two minutes later', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    await failed({})
    const dying = portal.deps.db.withPlugin({
      transformQuery({ node }) {
        // The notification is sent, but the server dies before it can record that.
        if (node.kind === 'DeleteQueryNode') throw new Error('The server is gone.')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await notify({ ...portal.deps, db: dying }, report)
    expect(faultsOnce()).toEqual(['The server is gone.'])
    for (const [minute, sent] of [
      [1, 1],
      [2, 2],
      [9, 2],
    ] as const) {
      await runSender(minutes(minute))
      expect(sentNotifications()).toHaveLength(sent)
    }
  })
})

test('retries a failed delivery after 1, 2, 4 and 8 minutes', async () => {
  await subscribeDevice({ etlSources: ['shop'] })
  service.answerWith(500)
  await failed({})
  const tried: number[] = []
  for (let minute = 0; minute <= 20; minute++) {
    const before = service.asked()
    await runSender(minutes(minute))
    if (service.asked() > before) tried.push(minute)
  }
  expect(tried).toEqual([0, 1, 3, 7, 15])
})

test('looks at the start, once at a time and not after a stop; the next start sends what was queued', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await subscribeDevice({ etlSources: ['shop'] })
  await failed({})
  // Each look begins by reading the clock.
  const clock = vi.fn(() => NOW)
  const { db } = portal.deps
  let begun = 0
  const stop = startNotifying(
    {
      ...portal.deps,
      get db() {
        return db
      },
      get clock() {
        begun++
        return clock
      },
    },
    report,
  )
  expect(begun).toBe(1)
  vi.advanceTimersByTime(180_000)
  expect(begun).toBe(1)
  await stop()
  // Queued, but no longer sent after the stop.
  expect(sentNotifications()).toHaveLength(0)
  expect(await deliveries()).toHaveLength(1)
  const after = begun
  vi.advanceTimersByTime(180_000)
  expect(begun).toBe(after)
  const stopNext = startNotifying(portal.deps, report)
  await vi.waitFor(() => expect(sentNotifications()).toHaveLength(1), 10_000)
  await stopNext()
})

test('a push service that does not answer does not delay the next look for causes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await subscribeDevice({ etlSources: ['shop', 'crm'] })
  await failed({})
  const release = service.hang()
  const stop = startNotifying(portal.deps, report)
  await vi.waitFor(() => expect(service.asked()).toBe(1), 10_000)
  await failed({ source: 'crm' })
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(async () => expect(await deliveries()).toHaveLength(2), 10_000)
  expect(service.asked()).toBe(1)
  release()
  await stop()
})

test('whoever gives up one source is told of an earlier failure in another, and other people of both', async () => {
  const eve = await portal.addUser({ name: 'Eve', flags: { access_etl: true } })
  for (const who of [ann, eve]) await subscribeDevice({ etlSources: ['crm', 'shop'] }, who)
  await postRuns({ type: 'FAIL', source: 'crm', error: 'No.' }, { type: 'FAIL', source: 'shop', error: 'No.' })
  portal.setNow(minutes(1))
  await want({ etlSources: ['shop'] })
  await runSender()
  expect(
    sentNotifications()
      .map(([device, title]) => `${device}, ${title}`)
      .sort(),
  ).toEqual(['Ann, shop: failed', 'Eve, crm: failed', 'Eve, shop: failed'])
})
