/** A body may arrive long after its headers: the rights at the time of its arrival count. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { createTodo } from '#contract/apps/checklist.ts'
import * as etl from '#contract/apps/etl.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import { type CallDeclaration, fillPath } from '#contract/call.ts'
import { lineageEvent } from '#tests/lineage-event.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'

let portal: Portal
let ann: TestUser
let eve: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', isAdmin: true })
  eve = await portal.addUser({ name: 'Eve', isAdmin: true, flags: { access_onbreak: true } })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => portal.close())

/** Sends the headers of a request, Eve's by default. Returns a function that sends the body and returns the answer. */
async function begin(call: CallDeclaration, body: object, params = {}, { token = eve.token, key = '' } = {}) {
  const { port } = portal.app.server.address() as AddressInfo
  const content = JSON.stringify(body)
  const outgoing = request({
    port,
    method: call.method,
    path: fillPath(call.path, params),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      expect: '100-continue',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })
  const came = once(portal.app.server, 'request')
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  // A forbidden call is refused before its body is read: once the server reads, the rights have been checked.
  const [served] = await came
  await expect.poll(() => served.listenerCount('data'), { interval: 1 }).toBeGreaterThan(0)
  return async () => {
    outgoing.end(content)
    const [answer] = await once(outgoing, 'response')
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
  }
}

const permit = (body: object) =>
  portal.call(accounts.updatePermissions, { as: ann.token, params: { id: eve.id }, body })
const eveNow = async () =>
  (await portal.call(accounts.getUser, { as: ann.token, params: { id: eve.id } })).body as accounts.User

test('a person deactivated before the body arrives gets 401 and cannot reactivate themselves', async () => {
  const send = await begin(accounts.updatePermissions, { isAdmin: true, dept: '' }, { id: eve.id })
  expect((await permit({ dept: 'deactivated' })).status).toBe(200)
  expect((await send()).status).toBe(401)
  expect(await eveNow()).toMatchObject({ isAdmin: false, deactivated: true })
})

test('an admin right removed before the body arrives is no longer valid', async () => {
  const send = await begin(createTodo, aTodo())
  expect((await permit({ isAdmin: false })).status).toBe(200)
  expect(await send()).toMatchObject({ status: 403, body: { detail: 'Only an admin may do this.' } })
  expect(await portal.deps.db.selectFrom('todo').select('id').execute()).toEqual([])
})

test('a stored answer is not repeated to a caller who lost the right before the body arrived', async () => {
  const key = randomUUID()
  const send = async () => (await begin(createTodo, aTodo(), {}, { key }))()
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(201)
  const repeat = await begin(createTodo, aTodo(), {}, { key })
  expect((await permit({ isAdmin: false })).status).toBe(200)
  expect(await repeat()).toMatchObject({ status: 403, body: { detail: 'Only an admin may do this.' } })
})

test('a status whose body arrives after the loss of access does not add the person to the board', async () => {
  const send = await begin(onbreak.updateMyBreak, { status: false, breakType: 'Lunch' })
  expect((await permit({ access_onbreak: false })).status).toBe(200)
  expect((await send()).status).toBe(403)
  expect(await portal.deps.db.selectFrom('break_info').select('id').execute()).toEqual([])
})

test('a password set by an admin before the body arrives is not overwritten', async () => {
  const { id, name, email } = eve
  const send = await begin(accounts.updateProfile, { id, name, email, password: 'mine for ever' })
  const given = { name, email, password: 'given by Ann' }
  expect((await portal.call(accounts.updateUser, { as: ann.token, params: { id }, body: given })).status).toBe(200)
  expect((await send()).status).toBe(401)
  const signIn = (password: string) => portal.call(accounts.login, { body: { username: email, password } })
  expect((await signIn('mine for ever')).status).toBe(401)
  expect((await signIn('given by Ann')).status).toBe(200)
})

test('an API key revoked before the body arrives is 401, and no run is stored', async () => {
  const { key, _id: id } = (await portal.call(etl.createApiKey, { as: ann.token, body: { name: 'Airflow' } })).body
  const send = await begin(etl.postLineage, lineageEvent(), {}, { token: key })
  expect((await portal.call(etl.deleteApiKey, { as: ann.token, params: { id } })).status).toBe(204)
  expect((await send()).status).toBe(401)
  expect(await portal.deps.db.selectFrom('etl_run').select('id').execute()).toEqual([])
})

test('a body with a declared length over the limit is 413 before it is sent', async () => {
  const { key } = (await portal.call(etl.createApiKey, { as: ann.token, body: { name: 'Cron' } })).body
  const { port } = portal.app.server.address() as AddressInfo
  const outgoing = request({
    port,
    method: etl.pingRun.method,
    path: fillPath(etl.pingRun.path, { source: 'backups', task: 'nightly', state: 'fail' }),
    headers: { authorization: `Bearer ${key}`, 'content-length': etl.pingRun.bodyLimit + 1 },
  })
  outgoing.on('error', () => {}) // the line is closed in the middle
  outgoing.flushHeaders()
  const [answer] = await once(outgoing, 'response')
  outgoing.destroy()
  expect(answer.statusCode).toBe(413)
})

test('a caller who still has the right when the body arrives succeeds', async () => {
  const send = await begin(onbreak.updateMyBreak, { status: false, breakType: 'Lunch' })
  expect(await send()).toMatchObject({ status: 200, body: { user: eve.id, status: false } })
})
