import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { listAudit } from '#contract/apps/audit.ts'
import * as calls from '#contract/apps/checklist.ts'
import { getBoard, getMyBreak, listBreakLog, updateMyBreak } from '#contract/apps/onbreak.ts'
import { finishRenames, noteRename } from '#server/apps/onbreak/store.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: Awaited<ReturnType<Portal['addUser']>>
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { onbreak_admin: true, access_reporting: true } })
})
afterEach(() => portal.close())

const add = (empType: string) => portal.call(calls.createDepartment, { as: boss.token, body: { empType } })
const rename = (id: number, empType: string) =>
  portal.call(calls.updateDepartment, { as: boss.token, params: { id }, body: { empType } })
const remove = (id: number) => portal.call(calls.deleteDepartment, { as: boss.token, params: { id } })
const list = async (as = boss.token): Promise<{ _id: number; empType: string }[]> =>
  (await portal.call(calls.listDepartments, { as })).body

test('any signed-in user can list the departments, sorted by name and including Everyone', async () => {
  const staff = await portal.addUser()
  for (const name of ['Sales', 'care']) expect((await add(name)).status).toBe(201)
  expect((await list(staff.token)).map(({ empType }) => empType)).toEqual(['care', 'Everyone', 'Sales'])
})

test('refuses with 409 a name that is taken, ignoring case, and the names Everyone and Deactivated', async () => {
  for (const name of ['Öffentlichkeit', 'Front Desk']) await add(name)
  const alike = ['öFFENTLICHKEIT', 'Öffentlichkeit'.normalize('NFD'), 'Front  desk', 'Front\ndesk']
  for (const taken of [...alike, 'everyone', 'Deactivated']) expect((await add(taken)).status, taken).toBe(409)
  expect((await add('  ')).status).toBe(400)
})

test('a rename may change only the case, and a rename to the same name is not logged', async () => {
  const { body } = await add('sales')
  expect((await rename(body._id, 'Sales')).body).toEqual({ _id: body._id, empType: 'Sales' })
  expect((await rename(body._id, 'Sales')).status).toBe(200)
  const renamed = await portal.call(listAudit, { as: boss.token, query: { kind: 'department-renamed' } })
  expect(renamed.body).toHaveLength(1)
})

test('Everyone can be neither renamed nor deleted', async () => {
  const everyone = (await list()).find(({ empType }) => empType === 'Everyone')?._id ?? 0
  expect((await rename(everyone, 'All')).status).toBe(409)
  expect((await remove(everyone)).status).toBe(409)
})

test('a rename shows on the board and in the break log, and a department with users is not deleted', async () => {
  const { body } = await add('Sales')
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales', flags: { access_onbreak: true } })
  await portal.call(getMyBreak, { as: ann.token })
  portal.setNow('2026-03-05T12:00:00.000Z')
  await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
  await portal.call(getBoard, { as: boss.token })
  expect(await rename(body._id, 'Growth')).toMatchObject({ status: 200, body: { _id: body._id, empType: 'Growth' } })
  expect((await portal.call(getBoard, { as: boss.token })).body).toMatchObject([{ userName: 'Ann', empType: 'Growth' }])
  const query = { from: '2026-03-05', to: '2026-03-05' }
  const log = await portal.call(listBreakLog, { as: boss.token, query })
  expect(log.body).toMatchObject([{ userName: 'Ann', empType: 'Growth' }])
  expect((await remove(body._id)).status).toBe(409)
})

test('breaks of a deleted department keep its name when a new department of that name is renamed', async () => {
  const day = { from: '2026-03-05', to: '2026-03-05' }
  portal.setNow('2026-03-05T12:00:00.000Z')
  const first = await add('Sales')
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales', flags: { access_onbreak: true } })
  await portal.call(updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch' } })
  await portal.deps.db.updateTable('user').set({ department_id: null }).where('id', '=', ann.id).execute()
  expect((await remove(first.body._id)).status).toBe(204)
  const second = await add('Sales')
  const bob = await portal.addUser({ name: 'Bob', dept: 'Sales', flags: { access_onbreak: true } })
  await portal.call(updateMyBreak, { as: bob.token, body: { status: false, breakType: 'Lunch' } })
  expect((await rename(second.body._id, 'Sales EU')).status).toBe(200)
  const { body } = await portal.call(listBreakLog, { as: boss.token, query: day })
  const names = body.map((entry: { userName: string; empType: string }) => [entry.userName, entry.empType])
  expect(names).toEqual([
    ['Ann', 'Sales'],
    ['Bob', 'Sales EU'],
  ])
})

test('renaming a department renames all its past breaks, and no others', async () => {
  const { body } = await add('Sales')
  const rows = Array.from({ length: 10_050 }, (_, index) => ({
    ...{ user_id: 1, user_name: 'Ann', department: index % 67 === 0 ? 'Care' : 'Sales', break_type: 'Break' },
    ...{ custom_message: '', clock_out_time: new Date(index * 60_000).toISOString(), clock_in_time: null },
    ...{ changed_by: null, rev: 1 },
  }))
  const { db } = portal.deps
  for (let start = 0; start < rows.length; start += 1_000)
    await db
      .insertInto('break_log')
      .values(rows.slice(start, start + 1_000))
      .execute()
  const renamed = await Promise.all([rename(body._id, 'Growth'), rename(body._id, 'Revenue')])
  expect(renamed.map(({ status }) => status)).toEqual([200, 200])
  const { empType } = (await portal.call(calls.getDepartment, { as: boss.token, params: { id: body._id } })).body
  const names = await db
    .selectFrom('break_log')
    .select((eb) => ['department', eb.fn.countAll<number>().as('count')])
    .groupBy('department')
    .orderBy('department')
    .execute()
  expect(names.map(({ department, count }) => [department, Number(count)])).toEqual([
    ['Care', 150],
    [empType, 9_900],
  ])
})

test('finishes the renames that a crash left, oldest first, without touching newer entries', async () => {
  const { db } = portal.deps
  const entry = (department: string, minute: number) => ({
    ...{ user_id: 1, user_name: 'Ann', department, break_type: 'Break', custom_message: '' },
    ...{ clock_out_time: new Date(minute * 60_000).toISOString(), clock_in_time: null, changed_by: null, rev: 1 },
  })
  await db
    .insertInto('break_log')
    .values([entry('Sales', 1), entry('Care', 2)])
    .execute()
  await noteRename(db, 'Sales', 'Growth', 0)
  await noteRename(db, 'Growth', 'Revenue', 0)
  // A new department with the old name.
  await db.insertInto('break_log').values(entry('Sales', 3)).execute()
  await Promise.all([finishRenames(db), finishRenames(db)])
  const log = await db.selectFrom('break_log').select('department').orderBy('id').execute()
  expect(log.map(({ department }) => department)).toEqual(['Revenue', 'Care', 'Sales'])
  expect(await db.selectFrom('break_log_rename').selectAll().execute()).toEqual([])
})

test('a gap in the ids of the log, as after a restore, does not slow down a rename', async () => {
  const { db } = portal.deps
  const entry = (id: number) => ({
    ...{ id, user_id: 1, user_name: 'Ann', department: 'Old', break_type: 'Break', custom_message: '' },
    ...{ clock_out_time: '2026-03-01T12:00:00.000Z', clock_in_time: null, changed_by: null, rev: 1 },
  })
  await db
    .insertInto('break_log')
    .values([entry(1_000_000), entry(29_000_000)])
    .execute()
  await noteRename(db, 'Old', 'New', 0)
  const transactions = vi.spyOn(db, 'transaction')
  await finishRenames(db)
  expect(transactions.mock.calls.length).toBeLessThan(10)
  const log = await db.selectFrom('break_log').select('department').where('id', '>=', 1_000_000).execute()
  expect(log).toEqual([{ department: 'New' }, { department: 'New' }])
})

test('refuses with 409 a name that differs only in case, also with letters such as “İ” and “ß”', async () => {
  expect((await add('IK')).status).toBe(201)
  expect((await add('İK')).status).toBe(409)
  expect((await add('Straße')).status).toBe(201)
  for (const same of ['STRAẞE', 'STRASSE']) expect((await add(same)).status, same).toBe(409)
})

test('deletes a department without users, and answers 404 afterwards', async () => {
  const { body } = await add('Sales')
  expect((await portal.call(calls.getDepartment, { as: boss.token, params: { id: body._id } })).body).toEqual(body)
  expect((await remove(body._id)).status).toBe(204)
  expect((await remove(body._id)).status).toBe(404)
  expect((await rename(body._id, 'Growth')).status).toBe(404)
})

test('deleting a department while users are moved into it: either the delete or the moves succeed', async () => {
  const people = await Promise.all([0, 1, 2, 3, 4, 5].map(() => portal.addUser()))
  const put = (empType: string) =>
    people.map(({ id }) => portal.call(updatePermissions, { as: boss.token, params: { id }, body: { dept: empType } }))
  for (let round = 0; round < 10; round++) {
    const { body } = await add(`Team ${round}`)
    const [deleted, ...moved] = await Promise.all([remove(body._id), ...put(body.empType)])
    const isThere = moved.some(({ status }) => status === 200)
    expect(deleted.status).toBe(isThere ? 409 : 204)
    // People who came too late name a department that no longer exists.
    for (const { status } of moved) expect(isThere ? [200] : [400]).toContain(status)
  }
})

test('deleting a department deletes its todos and unchecked tasks; checked tasks stay', async () => {
  const [{ body: sales }] = [await add('Sales'), await add('Care')]
  const ann = await portal.addUser({ name: 'Ann', dept: 'Sales' })
  const tasks = async () => (await portal.call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body
  for (const customMessage of ['Badge', 'Desk'])
    await portal.call(calls.createTodo, { as: boss.token, body: aTodo({ empType: 'Sales', customMessage }) })
  await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  const [badge] = await tasks()
  await portal.call(calls.checkTask, { as: boss.token, params: { id: badge._id }, body: { isChecked: true } })
  await portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body: { dept: 'Care' } })
  expect((await remove(sales._id)).status).toBe(204)
  expect((await portal.call(calls.listTodos, { as: boss.token })).body).toEqual([])
  expect(await tasks()).toMatchObject([{ customMessage: 'Badge', isChecked: true }])
  expect((await portal.call(calls.listIncompleteUsers, { as: boss.token })).body).toEqual([])
})

test('deleting a department keeps the todos and unchecked tasks of the others', async () => {
  const { body: sales } = await add('Sales')
  const ann = await portal.addUser({ name: 'Ann', dept: 'Care' })
  for (const empType of ['Care', 'Everyone'])
    await portal.call(calls.createTodo, { as: boss.token, body: aTodo({ empType }) })
  await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })
  expect((await remove(sales._id)).status).toBe(204)
  expect((await portal.call(calls.listTodos, { as: boss.token })).body).toHaveLength(2)
  expect((await portal.call(calls.listUserTasks, { as: boss.token, params: { id: ann.id } })).body).toHaveLength(2)
})
