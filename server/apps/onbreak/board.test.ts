/** The board in memory: concurrent calls share one look at the database, and never miss a committed change. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/onbreak.ts'
import { recordChange } from '#server/db/feed.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { freshBoard } from './board.ts'

let portal: Portal
let ann: TestUser
beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  await portal.call(calls.getMyBreak, { as: ann.token })
})
afterEach(() => portal.close())

const say = (customMessage: string) =>
  portal.call(calls.updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Lunch', customMessage } })
const messageOf = async () => (await freshBoard(portal.deps.db)).of(ann.id)?.customMessage

test('reads the database once for concurrent calls, and again for a later call', async () => {
  let looks = 0
  const counted = portal.deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      looks++
      return result
    },
  })
  await freshBoard(counted)
  looks = 0
  const together = await Promise.all(Array.from({ length: 20 }, () => freshBoard(counted)))
  expect(looks).toBe(1)
  expect(new Set(together).size).toBe(1)
  await freshBoard(counted)
  expect(looks).toBe(2)
})

test('returns everything committed before the call, even while an earlier read is running', async () => {
  const messages = Array.from({ length: 10 }, (_, count) => `turn ${count}`)
  for (const message of messages) {
    const earlier = messageOf()
    await say(message)
    const [first, second] = await Promise.all([messageOf(), messageOf()])
    expect([first, second]).toEqual([message, message])
    await earlier
  }
})

test('rejects all calls that share a failing read, and reads again for the next call', async () => {
  const { db } = portal.deps
  let isGone = true
  const failing = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isGone) throw new Error('gone')
      return result
    },
  })
  const [one, two] = await Promise.allSettled([freshBoard(failing), freshBoard(failing)])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  isGone = false
  expect((await freshBoard(failing)).of(ann.id)).toMatchObject({ userName: 'Ann' })
})

test.each([199, 200, 201])('shows the current state of all %i people who change at once', async (count) => {
  const { db } = portal.deps
  const now = portal.deps.clock()
  const names = Array.from({ length: count }, (_, at) => `Person ${at}`)
  const users = await db
    .insertInto('user')
    .values(names.map((name) => ({ name, email: `${name}@example.com`, password_hash: '', created_at: now, rev: 0 })))
    .returning('id')
    .execute()
  const available = { status: 1, break_type: '', custom_message: '', effective_at: now, changed_by_name: '', rev: 0 }
  await db
    .insertInto('break_info')
    .values(users.map(({ id }) => ({ ...available, user_id: id, clock_out_time: null })))
    .execute()
  await freshBoard(db)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('break_info').set({ custom_message: 'as it is now' }).execute()
    for (const { id } of users) await recordChange(tx, 'board', id, now)
  })
  const board = await freshBoard(db)
  expect(users.filter(({ id }) => board.of(id)?.customMessage !== 'as it is now')).toEqual([])
  expect(JSON.parse(board.encoded().bytes.toString())).toHaveLength(count + 1)
})

test('reloads when an older database is restored while the server runs', async () => {
  const { db } = portal.deps
  await say('in the backup')
  const backup = await freshBoard(db)
  for (const message of ['told since', 'told last']) await say(message)
  const last = await freshBoard(db)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('revision').set({ rev: backup.rev }).execute()
    await tx.deleteFrom('change').where('rev', '>', backup.rev).execute()
    await tx.updateTable('break_info').set({ custom_message: 'in the backup', rev: backup.rev }).execute()
  })
  const board = await freshBoard(db)
  expect([board.rev, board.of(ann.id)?.customMessage]).toEqual([backup.rev, 'in the backup'])
  expect(board.encoded().tag).not.toBe(last.encoded().tag)
  // From there on, changes are followed.
  await say('after the restore')
  expect(await messageOf()).toBe('after the restore')
})
