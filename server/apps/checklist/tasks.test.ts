/** Checks of tasks that arrive some time after they were made. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/checklist.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let boss: TestUser
let task: calls.UserTask
beforeEach(async () => {
  portal = await openPortal()
  portal.setNow('2026-03-02T08:00:00.000Z')
  boss = await portal.addUser({ name: 'Bo', isAdmin: true })
  const ann = await portal.addUser({ name: 'Ann' })
  await portal.call(calls.createTodo, { as: boss.token, body: aTodo() })
  ;[task] = (await portal.call(calls.startOnboarding, { as: boss.token, params: { id: ann.id } })).body
})
afterEach(() => portal.close())

const check = (isChecked: boolean, headers = {}, { token } = boss) =>
  portal.call(calls.checkTask, { as: token, params: { id: task._id }, body: { isChecked }, headers })

test('a late change counts from when it was made, so a later change by another person wins', async () => {
  const cy = await portal.addUser({ name: 'Cy', isAdmin: true })
  const at = (hour: number) => ({
    'occurred-at': `2026-03-02T${hour}:00:00.000Z`,
    'sent-at': '2026-03-02T12:00:00.000Z',
  })
  portal.setNow('2026-03-02T12:00:00.000Z')
  expect((await check(true, at(10))).body).toMatchObject({ isChecked: true, checkedAt: '2026-03-02T10:00:00.000Z' })
  portal.setNow('2026-03-02T12:00:01.000Z')
  expect((await check(false, at(11), cy)).body).toMatchObject({ isChecked: false })
})

test('checking a checked task returns isChanged false if the request has a Base-Rev', async () => {
  const { rev } = (await check(true)).body
  expect((await check(true)).body).not.toHaveProperty('isChanged')
  expect((await check(true, { 'base-rev': String(rev) })).body).toMatchObject({ rev, isChanged: false })
})
