/** A device with an outbox, and a line whose answers the test gives. */
import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import { type OutboxDb, openDb } from '#src/offline/db.ts'
import type { Device, DrainContext } from '#src/offline/drain-context.ts'
import { type Change, enqueue, putSession, rowsOf } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'

export const ADA = 1
export const HOUR_MS = 3_600_000
export const START = Date.parse('2026-03-02T10:00:00.000Z')

interface Sent {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

export function newDevice({ name = randomUUID(), now = START } = {}) {
  const clock = { now }
  const device: Device = { now: () => clock.now, random: () => 1, uuid: randomUUID }
  const db: OutboxDb = openDb(name)
  const sent: Sent[] = []
  let answer: (request: Sent) => Response | Promise<Response> = () => json({ ...record, rev: 7 })
  const context: DrainContext = {
    db,
    device,
    calls: queuedCalls,
    locks: undefined,
    send: async (url, { headers, body }) => {
      const request = { url, headers: headers as Record<string, string>, body: JSON.parse(String(body)) }
      sent.push(request)
      return answer(request)
    },
  }
  opened.push(db)
  return {
    db,
    device,
    context,
    sent,
    clock,
    answers(next: typeof answer) {
      answer = next
    },
    signIn: (userId = ADA, token = `token of ${userId}`) => putSession(db, { userId, token, maySend: true }),
    tap: (over: Partial<Change> = {}) => enqueue(db, { ...away('Lunch'), ...over }, device),
    rows: (userId = ADA) => rowsOf(db, userId),
  }
}

const opened: OutboxDb[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.delete()
})

export const record = {
  _id: 1,
  user: ADA,
  userName: 'Ada',
  empType: '',
  status: false,
  breakType: 'Lunch',
  customMessage: '',
  clockOutTime: '2026-03-02T10:00:00.000Z',
}
export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const set = (body: unknown, merges: string | null): Change => ({
  userId: ADA,
  entity: `break:${ADA}`,
  target: `break:${ADA}`,
  kind: 'break.set',
  call: 'PUT /api/onbreak/update/',
  params: {},
  body,
  baseRev: 3,
  merges,
})
export const away = (breakType: string) => set({ status: false, breakType, customMessage: '' }, 'away')
export const back = () => set({ status: true }, 'back')
