/**
 * Two admins check one person's tasks over lines that are cut at random, against the real portal: both screens end up
 * like it.
 */
import { aTodo } from '#tests/todo.ts'
import './checklist/browser.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTodo, startOnboarding } from '#contract/apps/checklist.ts'
import { listTasks } from '#server/apps/checklist/tasks.ts'
import type { ChangeRequest } from '#src/offline/keep-change.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { addCounts, type Counts } from './chaos/history.ts'
import { broken } from './checklist/promises.ts'
import type { Server } from './checklist/server.ts'
import { newWorld, page } from './checklist/world.ts'

vi.mock('#src/offline/keep-change.ts', () => ({ keepChange: (made: ChangeRequest) => page.keep(made) }))

const RUNS = 200
const STEPS = 14
const TITLES = ['Badge', 'Laptop', 'Tour']

/** Events that the runs must have met at least this often to prove anything. */
const MET = {
  'task.check': 300,
  'tasks.all': 60,
  'answered 409': 10,
  'mishap before': 15,
  'mishap after': 15,
  'mishap during': 15,
  'restarts with a request under way': 1,
} as const satisfies Counts

let portal: Portal
let boss: TestUser
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow('2026-03-02T09:00:00.000Z')
  boss = await portal.addUser({ isAdmin: true })
  for (const customMessage of TITLES) await portal.call(createTodo, { as: boss.token, body: aTodo({ customMessage }) })
})
afterAll(() => portal.close())

/** The portal with a new person on it who has a checklist. */
async function newServer(): Promise<Server> {
  portal.setNow('2026-03-02T09:00:00.000Z')
  const owner = await portal.addUser()
  const admin = (name: string) => portal.addUser({ name, isAdmin: true })
  await portal.call(startOnboarding, { as: boss.token, params: { id: owner.id } })
  return {
    // New admins for each run, because each may only make so many calls.
    admins: [await admin('Bo'), await admin('Cy')],
    owner,
    tasks: () => listTasks(portal.deps.db, owner.id),
    async handle({ method, url, headers, body }, now) {
      portal.setNow(new Date(now).toISOString())
      const answer = await portal.app.inject({ method: method as 'PUT', url, headers, payload: body })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

test(`${RUNS} random runs: nothing is lost or doubled, and in the end all see the same`, async () => {
  const total: Counts = {}
  for (let seed = 1; seed <= RUNS; seed++) {
    const server = await newServer()
    const world = await newWorld({ server, seed, steps: STEPS })
    await world.play()
    await world.rest()
    expect(await broken(world, server), `Seed ${seed}`).toEqual([])
    await world.close()
    addCounts(total, world.counts)
  }
  expect(Object.entries(MET).filter(([what, least]) => (total[what] ?? 0) < least)).toEqual([])
})
