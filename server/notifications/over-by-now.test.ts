/** What is over by the time a push service takes the notification is told to nobody. */
import { beforeEach, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import {
  checkTask,
  completeUserTasks,
  createTodo,
  listUserTasks,
  startOnboarding,
  type UserTask,
} from '#contract/apps/checklist.ts'
import { fixRun, listRuns, type Run } from '#contract/apps/etl.ts'
import { listOpenPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { createBreakType, updateMyBreak } from '#contract/apps/onbreak.ts'
import {
  ann,
  boss,
  minutes,
  NOW,
  portal,
  postRuns,
  runSender,
  SUNDAY,
  sentNotifications,
  service,
  subscribeDevice,
  withNotifiedPortal,
} from '#tests/notified.ts'
import type { TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

withNotifiedPortal()

const setStatus = async (status: boolean, breakType = '', who = ann) =>
  expect((await portal.call(updateMyBreak, { as: who.token, body: { status, breakType } })).status).toBe(200)
const planType = (breakType: string, plannedMinutes: number) =>
  portal.call(createBreakType, { as: boss.token, body: { breakType, plannedMinutes } })

/** Each makes a cause, and ends it; `at`: when the cause is found. */
const CAUSES = {
  breakOver: {
    at: minutes(30),
    async begin() {
      await planType('Doctor', 30)
      await setStatus(false, 'Doctor')
    },
    end: () => setStatus(true),
  },
  moodDue: {
    at: SUNDAY,
    async begin() {},
    async end() {
      const [{ _id }] = (await portal.call(listOpenPeriods, { as: ann.token })).body
      const levels = { moraleLevel: 4, stressLevel: 3, workloadLevel: 2 }
      const body = { timePeriod: _id, ...levels, highComment: 'Well', lowComment: 'Well' }
      expect((await portal.call(submitMoodReport, { as: ann.token, body })).status).toBe(201)
    },
  },
  tasks: {
    at: minutes(1_440),
    async begin() {
      const body = aTodo({ customMessage: 'Return the keys', owner: 'self', dueDays: 1 })
      await portal.call(createTodo, { as: boss.token, body })
      await portal.call(startOnboarding, { as: boss.token, params: { id: ann.id } })
    },
    end: async () => void (await portal.call(completeUserTasks, { as: boss.token, params: { id: ann.id } })),
  },
  etlFailures: {
    at: NOW,
    begin: () => postRuns({ type: 'FAIL', source: 'shop', error: 'No.' }),
    async end() {
      const [run] = (await portal.call(listRuns, { as: ann.token })).body
      const fixed = await portal.call(fixRun, { as: ann.token, params: { id: run._id }, body: { isFixed: true } })
      expect(fixed.status).toBe(200)
    },
  },
} as const

beforeEach(() => service.answerWith(503))

test.each(Object.entries(CAUSES))('%s', async (kind, { at, begin, end }) => {
  await subscribeDevice(kind === 'etlFailures' ? { etlSources: ['shop'] } : { [kind]: true })
  await begin()
  await runSender(at)
  expect(service.asked()).toBe(1)
  await end()
  service.answerWith(201)
  for (const later of [2, 5, 10]) await runSender(minutes(later, at))
  expect(sentNotifications()).toEqual([])
  expect(await portal.deps.db.selectFrom('push_delivery').selectAll().execute()).toEqual([])
})

test.each(Object.entries(CAUSES))('%s, which still holds, is told', async (kind, { at, begin }) => {
  await subscribeDevice(kind === 'etlFailures' ? { etlSources: ['shop'] } : { [kind]: true })
  await begin()
  await runSender(at)
  service.answerWith(201)
  await runSender(minutes(2, at))
  expect(sentNotifications()).toHaveLength(1)
})

test.each([
  ['is over', ['Ann'], (eve: TestUser) => setStatus(true, '', eve)],
  ['is sent', ['Eve', 'Ann'], async () => service.answerWith(201)],
])('a notification that %s leaves that of another person waiting for its turn', async (_, told, end) => {
  const eve = await portal.addUser({ name: 'Eve', flags: { access_onbreak: true } })
  for (const [who, breakType, plannedMinutes] of [
    [ann, 'Doctor', 30],
    [eve, 'Dentist', 33],
  ] as const) {
    await planType(breakType, plannedMinutes)
    await subscribeDevice({ breakOver: true }, who)
    await setStatus(false, breakType, who)
  }
  // Ann's is tried again in minute 37, Eve's in minute 36.
  for (const minute of [30, 31, 33, 34]) await runSender(minutes(minute))
  expect(service.asked()).toBe(5)
  await end(eve)
  await runSender(minutes(36))
  service.answerWith(201)
  await runSender(minutes(37))
  expect(sentNotifications().map(([device]) => device)).toEqual(told)
  expect(service.asked()).toBe(5 + told.length)
})

test('a step that fails again after its first failure was amended untold is told', async () => {
  const { at, begin, end } = CAUSES.etlFailures
  await subscribeDevice({ etlSources: ['shop'] })
  await begin()
  await runSender(at)
  await end()
  service.answerWith(201)
  await runSender(minutes(2, at))
  portal.setNow(minutes(10, at))
  await begin()
  await runSender()
  expect(sentNotifications()).toEqual([['Ann', 'shop: failed', 'load failed.']])
})

test('a task that is done is not told of because another one is overdue', async () => {
  const day = (count: number) => minutes(count * 1_440)
  const addTask = (customMessage: string, dueDays: number) =>
    portal.call(createTodo, { as: boss.token, body: aTodo({ customMessage, owner: 'self', dueDays }) })
  await addTask('Read the rules', 0)
  await addTask('Return the keys', 2)
  await portal.call(startOnboarding, { as: boss.token, params: { id: ann.id } })
  service.answerWith(201)
  await subscribeDevice({ tasks: true })
  for (const at of [day(0), day(1)]) await runSender(at)
  expect(sentNotifications()).toHaveLength(2)
  service.answerWith(503)
  await runSender(day(2))
  const tasks: UserTask[] = (await portal.call(listUserTasks, { as: boss.token, params: { id: ann.id } })).body
  const id = tasks.find(({ customMessage }) => customMessage === 'Return the keys')?._id ?? 0
  expect((await portal.call(checkTask, { as: boss.token, params: { id }, body: { isChecked: true } })).status).toBe(200)
  service.answerWith(201)
  await runSender(minutes(2, day(2)))
  expect(sentNotifications()).toHaveLength(2)
})

test('a task that is another person’s by now is not told of', async () => {
  await portal.call(createTodo, { as: boss.token, body: aTodo({ owner: 'manager', dueDays: 1 }) })
  const { id } = await portal.addUser({ manager: ann.id })
  await portal.call(startOnboarding, { as: boss.token, params: { id } })
  await subscribeDevice({ tasks: true })
  await runSender(minutes(1_440))
  expect(service.asked()).toBe(1)
  await portal.call(updatePermissions, { as: boss.token, params: { id }, body: { cepManager: boss.id } })
  service.answerWith(201)
  await runSender(minutes(1_442))
  expect(sentNotifications()).toEqual([])
})

test('a failure in one source is told once, whether or not that of another source was amended untold', async () => {
  await subscribeDevice({ etlSources: ['crm', 'shop'] })
  await postRuns({ type: 'FAIL', source: 'crm', error: 'No.' }, { type: 'FAIL', source: 'shop', error: 'No.' })
  await runSender()
  expect(service.asked()).toBe(2)
  const runs: Run[] = (await portal.call(listRuns, { as: ann.token })).body
  const id = runs.find(({ dataSource }) => dataSource === 'shop')?._id ?? 0
  const fixed = await portal.call(fixRun, { as: ann.token, params: { id }, body: { isFixed: true } })
  expect(fixed.status).toBe(200)
  service.answerWith(201)
  for (const later of [2, 3, 4]) await runSender(minutes(later))
  expect(sentNotifications()).toEqual([['Ann', 'crm: failed', 'load failed.']])
})

/** A step of the shop fails, and the sender looks at it. */
const failsAt = async (minute: number) => {
  portal.setNow(minutes(minute))
  await postRuns({ type: 'FAIL', source: 'shop', error: 'No.' })
  await runSender()
}

test('a step that fails again within the hour is told once that hour is over, if it is unresolved', async () => {
  service.answerWith(201)
  await subscribeDevice({ etlSources: ['shop'] })
  await failsAt(59)
  await failsAt(61)
  await runSender(minutes(118))
  expect(sentNotifications()).toHaveLength(1)
  await runSender(minutes(119))
  await runSender(minutes(120))
  expect(sentNotifications()).toHaveLength(2)
})

test('a step is told of again although it was told of before by a clock that was three days ahead', async () => {
  service.answerWith(201)
  await subscribeDevice({ etlSources: ['shop'] })
  await failsAt(3 * 1_440)
  await failsAt(1)
  expect(sentNotifications()).toHaveLength(2)
  for (const minute of [2, 59, 62, 130]) await runSender(minutes(minute))
  expect(sentNotifications()).toHaveLength(2)
})
