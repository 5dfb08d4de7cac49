/**
 * Concurrent changes of the same data: on Postgres their transactions run in parallel, and each must get a valid answer.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteUser, getPermissions, updateMyPermissions, updatePermissions } from '#contract/apps/accounts.ts'
import { listApplications, listPins, setPins } from '#contract/apps/applications.ts'
import * as checklist from '#contract/apps/checklist.ts'
import { getNotifications, MAX_DEVICES, setWanted, subscribe } from '#contract/apps/notifications.ts'
import {
  createBreak,
  createBreakType,
  deleteBreak,
  getBoard,
  getMyBreak,
  updateBreakType,
  updateMyBreak,
} from '#contract/apps/onbreak.ts'
import { createSession } from '#server/http/sessions.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

/** How often each race is run: it is not lost every time. */
const ROUNDS = 8
const rounds = Array.from({ length: ROUNDS }, (_, round) => round)

let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
})
afterEach(() => portal.close())

const asBoss = () => ({ as: boss.token })
type Answers = readonly { readonly status: number }[]
const statuses = (answers: Answers) => answers.map(({ status }) => status)

test('pins set by several devices at once equal the pins of one device', async () => {
  const { applications } = (await portal.call(listApplications, asBoss())).body
  const ids: number[] = applications.map(({ _id }: { _id: number }) => _id)
  const orders = [ids.slice(0, 1), ids.slice(0, 3), ids.slice(2, 5), ids.toReversed()]
  for (const _ of rounds) {
    const answers = await Promise.all(
      orders.map((wanted) => portal.call(setPins, { ...asBoss(), body: { applications: wanted } })),
    )
    expect(statuses(answers)).toEqual([200, 200, 200, 200])
    expect(orders).toContainEqual((await portal.call(listPins, asBoss())).body)
  }
})

test('pins set by several devices with a base are merged', async () => {
  const { applications } = (await portal.call(listApplications, asBoss())).body
  const ids: number[] = applications.map(({ _id }: { _id: number }) => _id)
  for (const _ of rounds) {
    await portal.call(setPins, { ...asBoss(), body: { applications: [] } })
    const answers = await Promise.all(
      ids.map((id) => portal.call(setPins, { ...asBoss(), body: { applications: [id], base: [] } })),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    expect((await portal.call(listPins, asBoss())).body.toSorted()).toEqual(ids.toSorted())
  }
})

test('notification choices set several times at once equal one of the sets', async () => {
  const none = { breakOver: false, moodDue: false, tasks: false, etlSources: [] }
  const choices = [
    { ...none, breakOver: true },
    { ...none, tasks: true },
    { ...none, moodDue: true },
  ]
  for (const _ of rounds) {
    const answers = await Promise.all(choices.map((body) => portal.call(setWanted, { ...asBoss(), body })))
    expect(statuses(answers)).toEqual([200, 200, 200])
    expect(choices).toContainEqual((await portal.call(getNotifications, asBoss())).body.wanted)
  }
})

/** The keys of a device's push subscription. */
const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

test('devices that subscribe at once do not exceed the limit per person', async () => {
  const { db, clock } = portal.deps
  const add = async () => {
    const as = await createSession(db, boss.id, clock())
    const body = { endpoint: `https://push.example.com/${randomUUID()}`, keys, name: 'Firefox' }
    return (await portal.call(subscribe, { as, body })).status
  }
  for (let count = 1; count < MAX_DEVICES; count++) expect(await add()).toBe(201)
  expect((await Promise.all(rounds.map(add))).sort()).toEqual([201, ...rounds.slice(1).map(() => 409)])
  expect((await portal.call(getNotifications, asBoss())).body.devices).toHaveLength(MAX_DEVICES)
})

test('a device that subscribes several times at once is stored once', async () => {
  for (const _ of rounds) {
    const body = { endpoint: `https://push.example.com/${randomUUID()}`, keys, name: 'Firefox' }
    const answers = await Promise.all([1, 2, 3].map(() => portal.call(subscribe, { ...asBoss(), body })))
    expect(statuses(answers)).toEqual([201, 201, 201])
    expect((await portal.call(getNotifications, asBoss())).body.devices).toHaveLength(1)
  }
})

test('a person can be deleted while their data is being changed', async () => {
  for (const _ of rounds) {
    const { id, token } = await portal.addUser()
    const wanted = { breakOver: true, moodDue: true, tasks: true, etlSources: [] }
    const [gone, ...others] = await Promise.all([
      portal.call(deleteUser, { ...asBoss(), params: { id } }),
      portal.call(setPins, { as: token, body: { applications: [1, 2] } }),
      portal.call(setWanted, { as: token, body: wanted }),
      portal.call(checklist.startOnboarding, { ...asBoss(), params: { id } }),
    ])
    expect(gone.status).toBe(204)
    for (const status of statuses(others)) expect([200, 201, 401, 404]).toContain(status)
  }
})

test('adding a person to the board several times at once is 201 once and 200 otherwise', async () => {
  const ann = await portal.addUser({ flags: { access_onbreak: true } })
  for (const _ of rounds) {
    await portal.call(deleteBreak, { ...asBoss(), params: { id: ann.id } })
    const answers = await Promise.all(
      rounds.map(() => portal.call(createBreak, { ...asBoss(), params: { id: ann.id } })),
    )
    expect(statuses(answers).toSorted()).toEqual([...rounds.slice(1).map(() => 200), 201])
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  }
})

test('a task can be checked while its todo is deleted', async () => {
  const { id } = await portal.addUser()
  for (const _ of rounds) {
    const made = (await portal.call(checklist.createTodo, { ...asBoss(), body: aTodo() })).body
    const tasks = (await portal.call(checklist.startOnboarding, { ...asBoss(), params: { id } })).body
    const [gone, checked, all] = await Promise.all([
      portal.call(checklist.deleteTodo, { ...asBoss(), params: { id: made._id } }),
      portal.call(checklist.checkTask, { ...asBoss(), params: { id: tasks.at(-1)._id }, body: { isChecked: true } }),
      portal.call(checklist.completeUserTasks, { ...asBoss(), params: { id } }),
    ])
    expect(gone.status).toBe(204)
    expect([200, 404]).toContain(checked.status)
    expect(all.status).toBe(200)
  }
})

test.each(['on the board', 'not on it yet'])(
  'a person who loses Access On-Break while they act, %s, is not on the board afterwards',
  async (before) => {
    const watcher = await portal.addUser({ flags: { onbreak_admin: true } })
    const away = { status: false, breakType: 'Lunch' }
    for (const _ of rounds) {
      const { id, token } = await portal.addUser({ flags: { access_onbreak: true } })
      if (before === 'not on it yet') await portal.deps.db.deleteFrom('break_info').where('user_id', '=', id).execute()
      const [taken, ...others] = await Promise.all([
        portal.call(updatePermissions, { ...asBoss(), params: { id }, body: { access_onbreak: false } }),
        portal.call(updateMyBreak, { as: token, body: away }),
        portal.call(getMyBreak, { as: token }),
        portal.call(createBreak, { ...asBoss(), params: { id } }),
      ])
      expect(taken.status).toBe(200)
      for (const status of statuses(others)) expect([200, 201, 403, 404, 409]).toContain(status)
      const board: { userId: number }[] = (await portal.call(getBoard, { as: watcher.token })).body
      expect(board.map(({ userId }) => userId)).not.toContain(id)
    }
  },
)

test('a break that begins while its type is renamed has the new name or is refused', async () => {
  const keeper = await portal.addUser({ flags: { onbreak_admin: true } })
  const as = keeper.token
  const { body: type } = await portal.call(createBreakType, { as, body: { breakType: 'Name 0', plannedMinutes: 5 } })
  for (const round of rounds) {
    const { id, token } = await portal.addUser({ flags: { access_onbreak: true } })
    const [left, renamed] = await Promise.all([
      portal.call(updateMyBreak, { as: token, body: { status: false, breakType: `Name ${round}` } }),
      portal.call(updateBreakType, { as, params: { id: type._id }, body: { breakType: `Name ${round + 1}` } }),
    ])
    expect(renamed.status).toBe(200)
    expect([200, 400]).toContain(left.status)
    const board: { userId: number; breakType: string }[] = (await portal.call(getBoard, { as })).body
    const seen = board.find(({ userId }) => userId === id)?.breakType
    expect(seen).toBe(left.status === 200 ? `Name ${round + 1}` : '')
  }
})

test('a person deactivated while they choose a department has no department', async () => {
  await portal.addUser({ dept: 'Sales' })
  for (const _ of rounds) {
    const { id, token } = await portal.addUser({ flags: { isCEP: true } })
    const [gone, chosen] = await Promise.all([
      portal.call(updatePermissions, { ...asBoss(), params: { id }, body: { dept: 'deactivated' } }),
      portal.call(updateMyPermissions, { as: token, body: { empType: 'Sales' } }),
    ])
    expect(gone.status).toBe(200)
    expect([200, 401, 403]).toContain(chosen.status)
    expect((await portal.call(getPermissions, { ...asBoss(), params: { id } })).body.empType).toBe('')
  }
})
