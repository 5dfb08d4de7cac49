/** The board in memory: one look at the database serves all who ask at once, and is never behind what was committed. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/apps/onbreak.ts'
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

test('who asks at once is answered by one look, who asks later by another', async () => {
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

test('whoever asks while another is being answered hears of what was committed before they asked', async () => {
  const messages = Array.from({ length: 10 }, (_, count) => `turn ${count}`)
  for (const message of messages) {
    const earlier = messageOf()
    await say(message)
    const [first, second] = await Promise.all([messageOf(), messageOf()])
    expect([first, second]).toEqual([message, message])
    await earlier
  }
})

test('a look that fails is told to those who asked, and the next one looks again', async () => {
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
