/**
 * Against the real server: a change that finds the record already so does not count as the base of the person's next
 * change.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTask, createTodo, listUserTasks, startOnboarding, type UserTask } from '#contract/apps/checklist.ts'
import { getMyBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { drain } from '#src/offline/drain.ts'
import type { DrainContext } from '#src/offline/drain-context.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { away, back, newDevice } from './outbox-device.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const at = (time: string) => `2026-03-02T${time}:00.000Z`

const over =
  (token: string): DrainContext['send'] =>
  async (url, { method, headers, body }) => {
    const authorization = `Bearer ${token}`
    const request = { method: method as 'PUT', url, headers: { ...(headers as object), authorization } }
    const answer = await portal.app.inject({ ...request, payload: String(body) })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': 'application/json' },
    })
  }

test('an old “back” does not undo a later leaving that an old “away” happened to agree with', async () => {
  portal.setNow(at('09:00'))
  const ada = await portal.addUser({ flags: { access_onbreak: true } })
  const as = ada.token
  const first = (await portal.call(getMyBreak, { as })).body
  const phone = newDevice({ now: Date.parse(at('12:00')) })
  await phone.signIn(ada.id, as)
  const mine = { userId: ada.id, entity: `break:${ada.id}`, target: `break:${ada.id}`, baseRev: first.rev }
  await phone.tap({ ...away('Lunch'), ...mine })
  phone.clock.now = Date.parse(at('12:30'))
  await phone.tap({ ...back(), ...mine })

  portal.setNow(at('14:00'))
  await portal.call(updateMyBreak, { as, body: { status: false, breakType: 'Lunch', customMessage: '' } })
  portal.setNow(at('14:10'))
  phone.clock.now = Date.parse(at('14:10'))
  await drain({ ...phone.context, send: over(as) })
  expect((await portal.call(getMyBreak, { as })).body).toMatchObject({ status: false, clockOutTime: at('14:00') })
  expect((await phone.rows(ada.id)).map(({ state }) => state)).toEqual(['acked', 'rejected'])
})

test('an old check that was taken back does not uncheck what a colleague has checked since', async () => {
  portal.setNow(at('09:00'))
  const [bo, cy] = [
    await portal.addUser({ name: 'Bo', isAdmin: true }),
    await portal.addUser({ name: 'Cy', isAdmin: true }),
  ]
  const { id: owner } = await portal.addUser()
  await portal.call(createTodo, { as: bo.token, body: aTodo({ customMessage: 'Badge' }) })
  await portal.call(startOnboarding, { as: bo.token, params: { id: owner } })
  const task = async (): Promise<UserTask> =>
    (await portal.call(listUserTasks, { as: bo.token, params: { id: owner } })).body[0]
  const { _id: id, rev } = await task()
  const phone = newDevice({ now: Date.parse(at('12:00')) })
  await phone.signIn(bo.id, bo.token)
  const check = {
    ...{ userId: bo.id, entity: `checklist:${owner}`, target: `task:${id}`, kind: 'task.check' },
    ...{ call: callId(checkTask), params: { id }, baseRev: rev ?? null, merges: null },
  }
  await phone.tap({ ...check, body: { isChecked: true } })
  phone.clock.now = Date.parse(at('12:05'))
  await phone.tap({ ...check, body: { isChecked: false } })

  portal.setNow(at('13:00'))
  await portal.call(checkTask, { as: cy.token, params: { id }, body: { isChecked: true } })
  portal.setNow(at('13:10'))
  phone.clock.now = Date.parse(at('13:10'))
  await drain({ ...phone.context, send: over(bo.token) })
  expect(await task()).toMatchObject({ isChecked: true, checkedBy: 'Cy' })
  expect((await phone.rows(bo.id)).map(({ state }) => state)).toEqual(['acked', 'rejected'])
})
