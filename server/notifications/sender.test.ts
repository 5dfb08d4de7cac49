/** Notifications: each kind, once per cause, and never to a person who may no longer receive it. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { logout, updatePermissions } from '#contract/apps/accounts.ts'
import { completeUserTasks, createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { fixRun, listFailedRuns } from '#contract/apps/etl.ts'
import { listOpenPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { createBreakType, deleteBreakType, updateBreakType, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { LineageEvent } from '#tests/lineage-event.ts'
import {
  ann,
  boss,
  faults,
  minutes,
  NOW,
  portal,
  postRuns,
  runSender,
  SUNDAY,
  sentNotifications,
  service,
  subscribeDevice,
  want,
  withNotifiedPortal,
} from '#tests/notified.ts'
import { openPortal } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { purge } from '../purge.ts'
import { notify } from './sender.ts'

withNotifiedPortal()

const failed = (job: string, over: LineageEvent = {}) =>
  postRuns({ job, type: 'FAIL', error: 'Password hunter2', ...over })

describe('notifications of failed runs', () => {
  test('name the source and the task, omit the error text and link to the viewer', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    await failed('load')
    await runSender()
    expect(service.taken).toMatchObject([
      {
        device: 'Ann',
        message: { title: 'shop: failed', body: 'load failed.', url: '/app/etl?tab=failed' },
        headers: { urgency: 'high', ttl: String(4 * 3_600) },
      },
    ])
    expect(service.taken[0]?.headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  test('are sent once per task and hour, however often the task fails or the sender runs', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    await failed('load')
    await runSender()
    await failed('load')
    await runSender(minutes(1))
    await runSender(minutes(30))
    expect(sentNotifications()).toEqual([['Ann', 'shop: failed', 'load failed.']])
    portal.setNow(minutes(61))
    await failed('load')
    await runSender()
    expect(sentNotifications()).toHaveLength(2)
  })

  test('combine the failures of a source and skip sources that nobody chose', async () => {
    await subscribeDevice({ etlSources: ['shop', 'crm'] })
    await postRuns({ job: 'load' }, { job: 'late', type: 'START' })
    await failed('load')
    await failed('count')
    await failed('sum')
    await failed('sync', { source: 'crm' })
    await failed('pay', { source: 'payroll' })
    await runSender()
    expect(sentNotifications().sort()).toEqual([
      ['Ann', 'crm: failed', 'sync failed.'],
      ['Ann', 'shop: failed', expect.stringMatching(/^(load|count|sum) and 2 more failed\.$/)],
    ])
    await failed('merge')
    await runSender(minutes(1))
    expect(sentNotifications().at(-1)).toEqual(['Ann', 'shop: failed', 'merge failed.'])
  })

  test('cut a long name between characters, never within one', async () => {
    const source = `${'s'.repeat(78)}${'😀'.repeat(3)}`
    await subscribeDevice({ etlSources: [source] })
    await failed('load', { source })
    await runSender()
    expect(sentNotifications()[0]?.[1]).toBe(`${'s'.repeat(78)}😀…: failed`)
  })

  test('are not sent for failures before the source was chosen, or for amended ones', async () => {
    await failed('old')
    portal.setNow(minutes(1))
    await subscribeDevice({ etlSources: ['shop'] })
    await failed('amended')
    const [run] = (await portal.call(listFailedRuns, { as: ann.token })).body
    await portal.call(fixRun, { as: ann.token, params: { id: run._id }, body: { isFixed: true } })
    await runSender()
    expect(sentNotifications()).toEqual([])
  })
})

describe('notifications of breaks', () => {
  const leave = (body: object) => portal.call(updateMyBreak, { as: ann.token, body })
  const away = { status: false, breakType: 'Doctor', customMessage: 'At the dentist' }
  let doctor: number
  beforeEach(async () => {
    const planned = { breakType: 'Doctor', plannedMinutes: 30 }
    doctor = (await portal.call(createBreakType, { as: boss.token, body: planned })).body._id
  })

  test('are sent once per break that exceeds its planned length, without its type and message', async () => {
    await subscribeDevice({ breakOver: true })
    await leave(away)
    await runSender(minutes(29))
    expect(sentNotifications()).toEqual([])
    for (const minute of [30, 31, 40, 90]) await runSender(minutes(minute))
    expect(sentNotifications()).toEqual([['Ann', 'Your break ran over', 'It was planned for 30 minutes.']])
    expect(service.taken[0]).toMatchObject({
      message: { tag: 'break-over', url: '/app/onbreak' },
      headers: { urgency: 'high', ttl: '900' },
    })
    await leave({ status: true })
    await leave(away)
    await runSender(minutes(121))
    expect(sentNotifications()).toHaveLength(2)
  })

  test.each([
    ['renamed', updateBreakType, { body: { breakType: 'Dentist' } }],
    ['deleted', deleteBreakType, {}],
  ])('are sent even if the break type was %s meanwhile', async (_, call, rest) => {
    await subscribeDevice({ breakOver: true })
    await leave(away)
    expect((await portal.call(call, { as: boss.token, params: { id: doctor }, ...rest })).status).toBeLessThan(300)
    await runSender(minutes(30))
    expect(sentNotifications()).toEqual([['Ann', 'Your break ran over', 'It was planned for 30 minutes.']])
  })

  test('are not sent for breaks that end in time or have no planned length', async () => {
    await subscribeDevice({ breakOver: true })
    await leave(away)
    portal.setNow(minutes(20))
    await leave({ status: true })
    await runSender(minutes(31))
    await leave({ status: false, breakType: 'Lunch' })
    await runSender(minutes(200))
    expect(sentNotifications()).toEqual([])
  })

  test('are not sent for a break that ran over before the person turned them on', async () => {
    await leave(away)
    portal.setNow(minutes(31))
    await subscribeDevice({ breakOver: true })
    await runSender()
    expect(sentNotifications()).toEqual([])
  })
})

describe('reminders of mood reports', () => {
  const sent = async () => {
    const [{ _id }] = (await portal.call(listOpenPeriods, { as: ann.token })).body
    const levels = { moraleLevel: 4, stressLevel: 3, workloadLevel: 2 }
    const body = { timePeriod: _id, ...levels, highComment: 'A secret', lowComment: 'Another' }
    expect((await portal.call(submitMoodReport, { as: ann.token, body })).status).toBe(201)
  }

  test('are sent once a week, on its last day from 9:00 in the company’s time zone', async () => {
    await subscribeDevice({ moodDue: true })
    for (const at of ['2026-03-07T12:00:00.000Z', '2026-03-08T07:59:00.000Z']) await runSender(at)
    expect(sentNotifications()).toEqual([])
    for (const at of [SUNDAY, minutes(1, SUNDAY), '2026-03-08T22:00:00.000Z', '2026-03-09T08:00:00.000Z'])
      await runSender(at)
    expect(sentNotifications()).toEqual([['Ann', 'Mood report due today', expect.stringContaining('this week')]])
    // Until midnight in Berlin.
    expect(service.taken[0]?.headers).toMatchObject({ urgency: 'normal', ttl: String(15 * 3_600) })
    await runSender('2026-03-15T08:00:00.000Z')
    expect(sentNotifications()).toHaveLength(2)
  })

  test('are not sent once the report is submitted', async () => {
    await subscribeDevice({ moodDue: true })
    await sent()
    await runSender(SUNDAY)
    expect(sentNotifications()).toEqual([])
  })
})

describe('reminders of tasks', () => {
  const DUE = '2026-03-08T08:00:00.000Z'
  const day = (count: number) => minutes(count * 1_440, DUE)
  beforeEach(async () => {
    await portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { cepManager: boss.id } })
    for (const [customMessage, owner, dueDays] of [
      ['Return the keys', 'self', 3],
      ['Sign the paper', 'self', 4],
      ['Some day', 'self', undefined],
      ['Say goodbye', 'manager', 3],
    ] as const)
      await portal.call(createTodo, { as: boss.token, body: aTodo({ customMessage, owner, dueDays }) })
    await portal.call(startOnboarding, { as: boss.token, params: { id: ann.id } })
  })

  test('are not repeated for tasks that are still overdue after three months and a purge', async () => {
    await subscribeDevice({ tasks: true })
    await sql`update session set created_at = ${day(95)}, last_seen_at = ${day(95)}`.execute(portal.deps.db)
    for (const at of [DUE, day(2)]) await runSender(at)
    await purge(portal.deps, day(95)).then(() => runSender(day(95)))
    expect(sentNotifications()).toHaveLength(2)
  })

  test('are sent when tasks are due and once when overdue, from 9:00 and without their titles', async () => {
    await subscribeDevice({ tasks: true })
    await subscribeDevice({ tasks: true }, boss)
    for (const at of [minutes(-1_440, DUE), minutes(-1, DUE)]) await runSender(at)
    expect(sentNotifications()).toEqual([])
    for (const at of [DUE, minutes(1, DUE), minutes(600, DUE)]) await runSender(at)
    expect(sentNotifications().sort()).toEqual([
      ['Ann', 'Tasks of yours', '1 task is due today.'],
      ['Bo', 'Tasks of yours', '1 task is due today.'],
    ])
    service.taken.length = 0
    for (const at of [day(1), day(2), day(3)]) await runSender(at)
    expect(sentNotifications().filter(([name]) => name === 'Ann')).toEqual([
      ['Ann', 'Tasks of yours', '1 task is due today, 1 overdue.'],
      ['Ann', 'Tasks of yours', '1 task is overdue.'],
    ])
    expect(sentNotifications().filter(([name]) => name === 'Bo')).toHaveLength(1)
  })

  test('are not sent for completed tasks', async () => {
    await subscribeDevice({ tasks: true })
    await portal.call(completeUserTasks, { as: boss.token, params: { id: ann.id } })
    for (const at of [DUE, day(1)]) await runSender(at)
    expect(sentNotifications()).toEqual([])
  })
})

describe('no notification goes to', () => {
  const change = (body: object) => portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body })

  test.each([
    ['lost the right', () => change({ access_etl: false })],
    ['was deactivated', () => change({ dept: 'deactivated' })],
    ['signed out', () => portal.call(logout, { as: ann.token })],
    ['chose another source', () => want({ etlSources: ['crm'] })],
  ])('a person who %s before the failure or while the message waits', async (_, leave) => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(503)
    await failed('load')
    await runSender()
    expect(service.asked()).toBe(1)
    await leave()
    service.answerWith(201)
    await failed('count')
    await runSender(minutes(5))
    expect(service.asked()).toBe(1)
    expect(await portal.deps.db.selectFrom('push_delivery').selectAll().execute()).toEqual([])
  })

  test('a device whose session has expired and is not purged yet', async () => {
    await subscribeDevice({ moodDue: true })
    await runSender('2026-03-22T11:00:00.000Z')
    expect(service.asked()).toBe(0)
    await portal.deps.db.updateTable('session').set({ last_seen_at: '2026-03-22T11:00:00.000Z' }).execute()
    await runSender()
    expect(service.asked()).toBe(1)
  })
})

describe('a failed delivery', () => {
  const deliveries = () => portal.deps.db.selectFrom('push_delivery').selectAll().execute()

  test('is tried five times in all and then deleted', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(500)
    await failed('load')
    await runSender()
    for (let minute = 1; minute <= 40; minute++) await runSender(minutes(minute))
    expect(service.asked()).toBe(5)
    expect(await deliveries()).toEqual([])
  })

  test('waits for the Retry-After of the push service and is then sent once', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(429, { 'retry-after': '600' })
    await failed('load')
    await runSender()
    service.answerWith(201)
    await runSender(minutes(9))
    expect(service.asked()).toBe(1)
    await runSender(minutes(10))
    await runSender(minutes(11))
    expect(sentNotifications()).toHaveLength(1)
    expect(service.taken[0]?.headers.ttl).toBe(String(4 * 3_600 - 600))
  })

  test.each([404, 410])('is deleted with its device if the push service answers %i', async (status) => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(status)
    await failed('load')
    await runSender()
    expect(await portal.deps.db.selectFrom('push_device').selectAll().execute()).toEqual([])
    expect(await deliveries()).toEqual([])
  })

  test('is deleted if the push service answers 403, which is reported without an address', async () => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(403)
    await failed('load')
    await runSender()
    expect(await deliveries()).toEqual([])
    expect(faults.splice(0).map(String)).toEqual(['Error: A push service refused a notification (403).'])
  })

  test.each([
    ['sent', () => runSender(minutes(241))],
    ['kept', () => purge(portal.deps, minutes(241))],
  ])('is not %s after its four hours', async (_, later) => {
    await subscribeDevice({ etlSources: ['shop'] })
    service.answerWith(500)
    await failed('load')
    await runSender()
    await later()
    expect([service.asked(), await deliveries()]).toEqual([1, []])
  })
})

test('notifies each person’s device once, even if several servers run the sender at once', async () => {
  const second = portal.deps.config.databaseUrl
    ? await openPortal({ databaseUrl: portal.deps.config.databaseUrl, config: { pushAnywhere: true } })
    : null
  second?.setNow(NOW)
  const cy = await portal.addUser({ name: 'Cy', flags: { access_etl: true } })
  await subscribeDevice({ etlSources: ['shop'] })
  await subscribeDevice({ etlSources: ['shop'] }, cy)
  await failed('load')
  const servers = [portal, second ?? portal, portal, second ?? portal]
  await Promise.all(servers.map(({ deps }) => notify(deps, (fault) => faults.push(fault))))
  await runSender()
  expect([sentNotifications().length, new Set(sentNotifications().map(([device]) => device))]).toEqual([
    2,
    new Set(['Ann', 'Cy']),
  ])
  await second?.close()
})
