import { afterEach, expect, test } from 'vitest'
import { login } from '#contract/apps/accounts.ts'
import { listDepartments } from '#contract/apps/checklist.ts'
import { getBoard, listBreakLog } from '#contract/apps/onbreak.ts'
import { listVersions, type Version } from '#contract/apps/versions.ts'
import type { LiveMessage } from '#contract/live.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { sanitizeNote } from '../apps/versions/sanitize.ts'
import { seedCompany } from './company.ts'
import { peopleOf } from './people.ts'
import { randomFrom } from './random.ts'

const NOW = '2026-03-05T12:30:00.000Z'

const portals: Portal[] = []
const told = async (people: number) => {
  const portal = await openPortal()
  portals.push(portal)
  portal.setNow(NOW)
  const { timeZone } = portal.deps.config
  const { signIns } = await portal.deps.db
    .transaction()
    .execute((db) => seedCompany(db, { people, now: NOW, timeZone }))
  return { portal, signIns }
}
afterEach(async () => {
  for (const portal of portals.splice(0)) await portal.close()
})

test('creates 60 people in 5 departments, each with a sign-in, some of them away', async () => {
  const { portal, signIns } = await told(60)
  expect(signIns).toHaveLength(60)
  const admin = signIns.find(({ what }) => what.includes('every permission'))
  const session = await portal.call(login, { body: { username: admin?.email ?? '', password: admin?.password ?? '' } })
  expect(session).toMatchObject({ status: 200, body: { isAdmin: true } })
  const as = session.body.token
  expect((await portal.call(listDepartments, { as })).body).toHaveLength(6) // with Everyone
  const board: LiveMessage[] = (await portal.call(getBoard, { as })).body
  const away = board.filter(({ status }) => !status)
  expect(board.length).toBeGreaterThan(45)
  expect(away.length).toBeGreaterThan(3)
  expect(away.some(({ customMessage }) => customMessage !== '')).toBe(true)
  for (const { timeLeft } of away) expect(timeLeft && timeLeft < NOW).toBe(true)
})

test('creates more than 300 log entries, each ending after it began, and one open entry per person away', async () => {
  const { portal, signIns } = await told(60)
  const [admin] = signIns
  const session = await portal.call(login, { body: { username: admin?.email ?? '', password: admin?.password ?? '' } })
  const query = { from: '2026-02-01', to: '2026-03-06' }
  const { body } = await portal.call(listBreakLog, { as: session.body.token, query })
  expect(body.length).toBeGreaterThan(300)
  expect(
    body.every(
      (entry: { clockInTime: string | null; clockOutTime: string }) =>
        entry.clockInTime === null || entry.clockInTime > entry.clockOutTime,
    ),
  ).toBe(true)
  const board: LiveMessage[] = (await portal.call(getBoard, { as: session.body.token })).body
  const open = body.filter((entry: { clockInTime: string | null }) => entry.clockInTime === null)
  expect(open.map((entry: { user: number }) => entry.user).sort()).toEqual(
    board
      .filter(({ status }) => !status)
      .map(({ userId }) => userId)
      .sort(),
  )
})

test('creates release notes that need no sanitizing', async () => {
  const { portal, signIns } = await told(5)
  const [admin] = signIns
  const session = await portal.call(login, { body: { username: admin?.email ?? '', password: admin?.password ?? '' } })
  const notes: Version[] = (await portal.call(listVersions, { as: session.body.token })).body
  expect(notes.length).toBeGreaterThan(3)
  expect(notes.map(({ text }) => sanitizeNote(text))).toEqual(notes.map(({ text }) => text))
  expect(notes.every(({ createdAt }) => createdAt < NOW)).toBe(true)
})

test('creates the same people every time, each with a unique address, at any size', () => {
  for (const size of [1, 5, 60, 10_000]) {
    const people = peopleOf(size, randomFrom(1))
    expect(people).toEqual(peopleOf(size, randomFrom(1)))
    expect(new Set(people.map(({ email }) => email)).size).toBe(size)
    for (const { email } of people) expect(email).toMatch(/^[a-z.]+(\.\d+)?@foyer\.example$/)
  }
  expect(peopleOf(60, randomFrom(2))).not.toEqual(peopleOf(60, randomFrom(1)))
})

test('creates a name longer than 40 characters and a name in Chinese characters', () => {
  const names = peopleOf(60, randomFrom(1)).map(({ name }) => name)
  expect(names.some((name) => name.length > 40)).toBe(true)
  expect(names.some((name) => /\p{Script=Han}/u.test(name))).toBe(true)
})
