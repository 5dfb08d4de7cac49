/** Nobody can set more fields of a record than a call asks for, and only an admin can give anybody a right. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout, register } from '#contract/apps/accounts.ts'
import { createTodo, listTodos, reorderTodos, type Todo } from '#contract/apps/checklist.ts'
import { updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { callId } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ofFlags } from '#contract/who.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { GOOD, IGNORES_UNKNOWN_FIELDS, isSession, withBody } from './good-bodies.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Fields that only the server decides, as calls and tables spell them. */
const SERVER_FIELDS: Readonly<Record<string, unknown>> = {
  isAdmin: true,
  is_admin: 1,
  permissions: { access_etl: true },
  access_onbreak: true,
  isCepDeptManager: true,
  mood_admin: true,
  changed_password: true,
  deactivated: false,
  dept: 'Everyone',
  empType: 'Everyone',
  cepManager: 1,
  myManager: 1,
  password: 'a password of mine',
  password_hash: 'x',
  token: 'x',
  _id: 1,
  id: 1,
  user: 1,
  userName: 'Somebody else',
  hardId: 1,
  rev: 9,
  createdAt: '2026-03-05T12:00:00.000Z',
  changedBy: 'Somebody else',
}

const ids = ({ _id }: Todo) => ({ _id })

/** Reads all user rows without the columns that people may change on their own row. */
const people = async () =>
  (await portal.deps.db.selectFrom('user').selectAll().orderBy('id').execute()).map(
    ({ name: _, email: __, password_hash: ___, changed_password: ____, rev: _____, ...rest }) => rest,
  )

test('refuses server-decided fields in an otherwise valid body, for every kind of caller', async () => {
  const boss = await portal.addUser({ isAdmin: true, flags: ofFlags(true) })
  const callers = [
    boss.token,
    (await portal.addUser({ flags: ofFlags(true) })).token,
    (await portal.addUser({ flags: { isCEP: true, access_onbreak: true, access_mood: true } })).token,
    (await portal.addUser()).token,
  ]
  const taken: string[] = []
  for (const call of withBody) {
    const good = GOOD[callId(call)] as object
    if (IGNORES_UNKNOWN_FIELDS.has(callId(call))) continue
    for (const [field, value] of Object.entries(SERVER_FIELDS).filter(([name]) => !(name in good)))
      for (const as of callers) {
        const { status } = await portal.call(call, { as, params: { id: boss.id }, body: { ...good, [field]: value } })
        if (![400, 403].includes(status)) taken.push(`${callId(call)} with ${field}: ${status}`)
      }
  }
  expect(taken).toEqual([])
}, 120_000)

test('ignores server-decided fields in a status object and in an order of todos', async () => {
  const boss = await portal.addUser({ name: 'Bo Board', isAdmin: true, flags: ofFlags(true) })
  const ann = await portal.addUser({ name: 'Ann Away', flags: { access_onbreak: true } })
  const beside = { ...SERVER_FIELDS, clockOutTime: '2020-01-01T00:00:00.000Z' }
  for (const [call, id] of [
    [updateMyBreak, boss.id],
    [updateBreak, ann.id],
  ] as const) {
    const before = await people()
    const good = GOOD[callId(call)] as object
    const { status, body } = await portal.call(call, { as: boss.token, params: { id }, body: { ...beside, ...good } })
    expect(status, callId(call)).toBe(200)
    expect(body).toMatchObject({ ...good, user: id })
    expect(JSON.stringify(body)).not.toMatch(/Somebody else|2020-01-01/)
    expect(body.rev).not.toBe(SERVER_FIELDS.rev)
    expect(await people(), callId(call)).toEqual(before)
  }
  const todo = { empType: 'Everyone', customMessage: 'Badge', moreInfo: 'At the desk', isOffboarding: false }
  const { _id } = (await portal.call(createTodo, { as: boss.token, body: todo })).body
  const weights = (await portal.call(listTodos, { as: boss.token })).body
    .filter(({ isOffboarding }: Todo) => !isOffboarding)
    .map((each: Todo, weight: number) => ({ ...SERVER_FIELDS, customMessage: 'Another', ...ids(each), weight }))
  expect((await portal.call(reorderTodos, { as: boss.token, body: weights })).status).toBe(200)
  const kept = (await portal.call(listTodos, { as: boss.token })).body.find((each: Todo) => each._id === _id)
  expect(kept).toMatchObject(todo)
})

test('no call by a person who is not an admin changes anybody’s rights', async () => {
  const { id } = await portal.addUser()
  const ann = await portal.addUser({ flags: ofFlags(true), dept: 'Sales' })
  await portal.addUser({ dept: 'Support' })
  for (const call of calls.filter((each) => each.method !== 'GET' && isSession(each))) {
    if (call.path === register.path || call.path === logout.path) continue
    const before = await people()
    const good = GOOD[callId(call)]
    const bodies = Array.isArray(good)
      ? [good]
      : [good ?? {}, { ...(good ?? {}), ...SERVER_FIELDS }, { empType: 'Support' }]
    for (const who of [ann.id, id])
      for (const body of bodies) {
        await portal.call(call, { as: ann.token, params: { id: who }, body })
        expect(await people(), `${callId(call)} ${JSON.stringify(body)}`).toEqual(before)
      }
  }
}, 120_000)
