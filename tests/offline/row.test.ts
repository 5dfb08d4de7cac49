/** A row of any earlier release can be read, and a wrong clock blocks nothing (offline.md §2.5, §2.9). */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openDb } from '#src/offline/db.ts'
import { drain } from '#src/offline/drain.ts'
import { forgetSettled } from '#src/offline/forget.ts'
import { confirmStale, putSession, rowsOf, wake } from '#src/offline/outbox.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import { isDue, isKnown, isStale, isStuck, MAX_WAIT_MS, ROW_VERSION, type Row, upcast } from '#src/offline/row.ts'

/*
 * Rows as releases left them on people's devices. Never change one; with a new ROW_VERSION, add how the last one wrote.
 */

/** Version 1, waiting: every field that this version ever wrote. */
const V1_PENDING = `{
  "v": 1, "seq": 41, "key": "0b9f5c0e-3c0a-4a53-9a53-0d7a5d8f1c11", "userId": 1,
  "entity": "break:9", "target": "break:9", "kind": "break.set",
  "call": "PUT /api/onbreak/update/:id/", "params": { "id": 9 },
  "body": { "status": false, "breakType": "Lunch", "customMessage": "back at 1" },
  "about": "Bo", "baseRev": 3, "occurredAt": "2026-03-02T10:00:00.000Z", "merges": "away",
  "replaces": ["7a1d2f4e-94f5-4a7d-8d0c-9d6d3f0a2b77"], "isPrivate": false, "state": "pending",
  "attempts": 2, "nextAt": 1772445604000, "lastError": "busy", "insisted": false,
  "ackRev": null, "answer": null, "status": null, "detail": null, "settledAt": null
}`

/** Version 1, accepted and private, so blanked. */
const V1_ACKED = `{
  "v": 1, "seq": 42, "key": "5f4cbb64-9be3-4c57-8a0b-6a1b0a9b4f52", "userId": 1,
  "entity": "break:1", "target": "break:1", "kind": "break.set",
  "call": "PUT /api/onbreak/update/", "params": {}, "body": null,
  "about": "", "baseRev": null, "occurredAt": "2026-03-02T10:00:00.000Z", "merges": null,
  "replaces": [], "isPrivate": true, "state": "acked",
  "attempts": 1, "nextAt": 0, "lastError": null, "insisted": false,
  "ackRev": 7, "answer": null, "status": null, "detail": null, "settledAt": 1772445600000
}`

/** Version 1, refused. */
const V1_REJECTED = `{
  "v": 1, "seq": 43, "key": "c2c1d6f0-0c5c-4f77-b7a8-2f0f5b6a9e03", "userId": 1,
  "entity": "break:1", "target": "break:1", "kind": "break.set",
  "call": "PUT /api/onbreak/update/", "params": {}, "body": { "status": true },
  "about": "", "baseRev": 7, "occurredAt": "2026-03-02T10:00:00.000Z", "merges": "back",
  "replaces": [], "isPrivate": false, "state": "rejected",
  "attempts": 1, "nextAt": 0, "lastError": null, "insisted": true,
  "ackRev": null, "answer": null, "status": 409, "detail": "Changed by Bo at 10:05.", "settledAt": 1772445600000
}`

/**
 * Version 1 as an early release might have written it: without any optional field, and with a field that no longer
 * exists.
 */
const V1_EARLY = `{
  "v": 1, "seq": 44, "key": "e8a7d9d2-1f5e-4b1c-9a3e-4f5d6c7b8a90", "userId": 1,
  "entity": "break:1", "target": "break:1", "kind": "break.set",
  "call": "PUT /api/onbreak/update/", "body": { "status": true },
  "occurredAt": "2026-03-02T10:00:00.000Z", "state": "pending", "coalesce": "back"
}`

/** From a future release: other fields, other states. */
const NEWER = `{
  "v": 2, "seq": 45, "key": "3d0e6a4c-7b2f-4e19-8c5d-1a2b3c4d5e6f", "userId": 1,
  "entity": "break:5", "target": "break:5", "act": { "name": "break.set", "to": "away" },
  "occurredAt": "2026-03-02T10:00:00.000Z", "state": "pending", "tries": 3
}`

const read = (literal: string): Row => JSON.parse(literal)

describe('upcast', () => {
  test('a row of this version stays as it is, whatever its state', () => {
    for (const literal of [V1_PENDING, V1_ACKED, V1_REJECTED])
      expect(upcast(read(literal))).toEqual({ ...read(literal), isPassed: false })
  })

  test('fills columns that an early release left out with those of a new row', () => {
    expect(upcast(read(V1_EARLY))).toEqual({
      ...read(V1_EARLY),
      about: '',
      params: {},
      baseRev: null,
      merges: null,
      replaces: [],
      isPrivate: false,
      attempts: 0,
      nextAt: 0,
      lastError: null,
      insisted: false,
      isPassed: false,
      ackRev: null,
      answer: null,
      status: null,
      detail: null,
      settledAt: null,
    })
  })

  test('returns a row of a newer release unchanged', () => {
    const newer = read(NEWER)
    expect(upcast(newer)).toBe(newer)
    expect(newer).toEqual(read(NEWER))
    expect(isKnown(newer, queuedCalls)).toBe(false)
  })

  test('every earlier version has a row here', () => {
    const versions = [V1_PENDING, V1_ACKED, V1_REJECTED, V1_EARLY].map((literal) => read(literal).v)
    expect(new Set(versions)).toEqual(new Set(Array.from({ length: ROW_VERSION }, (_, index) => index + 1)))
    expect(read(NEWER).v).toBe(ROW_VERSION + 1)
  })

  test('does not modify its argument, and is idempotent', () => {
    for (const literal of [V1_PENDING, V1_ACKED, V1_REJECTED, V1_EARLY, NEWER]) {
      const row = Object.freeze(read(literal))
      expect(upcast(upcast(row))).toEqual(upcast(row))
    }
  })
})

test('sends rows of earlier releases, and never touches a row of a newer one', async () => {
  const db = openDb(randomUUID())
  const now = Date.parse('2026-03-02T10:00:00.000Z')
  const device = { now: () => now, random: () => 1, uuid: randomUUID }
  const newer = { ...read(NEWER), state: 'pending' } as Row
  await db.outbox.bulkAdd([V1_PENDING, V1_EARLY].map(read))
  await db.outbox.add(newer)
  await putSession(db, { userId: 1, token: 'secret', maySend: true })
  await confirmStale(db, read(V1_PENDING))
  const sent: unknown[] = []
  const record = { _id: 1, user: 1, userName: '', empType: '', breakType: '', customMessage: '', clockOutTime: null }
  const outcome = await drain({
    db,
    device,
    calls: queuedCalls,
    locks: undefined,
    send: async (url, { body }) => {
      sent.push([url, JSON.parse(String(body))])
      return Response.json({ ...record, status: true, rev: 8 })
    },
  })
  await wake(db)
  await forgetSettled(db, device)
  expect(outcome).toEqual({ is: 'idle', next: null })
  expect(sent).toEqual([
    ['/api/onbreak/update/9/', read(V1_PENDING).body],
    ['/api/onbreak/update/', { status: true }],
  ])
  const rows = await rowsOf(db, 1)
  expect(rows.map(({ state }) => state)).toEqual(['acked', 'acked', 'pending'])
  expect(rows[2]).toEqual(newer)
  await db.delete()
})

describe('clocks', () => {
  const TAPPED = Date.parse('2026-03-02T10:00:00.000Z')
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  const YEAR = 365 * DAY
  const row = (over: Partial<Row> = {}): Row => ({ ...upcast(read(V1_EARLY)), ...over })
  const at = (ms: number) => TAPPED + ms

  test('after 14 days, and not before, the person is asked', () => {
    for (const ms of [0, 1, DAY, 14 * DAY - 1, 14 * DAY]) expect([ms, isStale(row(), at(ms))]).toEqual([ms, false])
    for (const ms of [14 * DAY + 1, 15 * DAY, 5 * YEAR]) expect([ms, isStale(row(), at(ms))]).toEqual([ms, true])
    for (const ms of [14 * DAY + 1, 5 * YEAR]) expect(isStale(row({ insisted: true }), at(ms))).toBe(false)
  })

  test('after a day, and not before, a row is stuck', () => {
    for (const ms of [0, 1, DAY - 1, DAY]) expect([ms, isStuck(row(), at(ms))]).toEqual([ms, false])
    for (const ms of [DAY + 1, 14 * DAY]) expect([ms, isStuck(row(), at(ms))]).toEqual([ms, true])
  })

  test('a row is due from its nextAt on, and not before', () => {
    const nextAt = at(60_000)
    expect(isDue(row(), at(0))).toBe(true)
    for (const ms of [0, 59_999]) expect([ms, isDue(row({ nextAt }), at(ms))]).toEqual([ms, false])
    for (const ms of [60_000, 60_001, DAY, 14 * DAY]) expect([ms, isDue(row({ nextAt }), at(ms))]).toEqual([ms, true])
    expect(isDue(row({ nextAt }), at(14 * DAY + 1))).toBe(false)
    expect(isDue(row({ nextAt, insisted: true }), at(14 * DAY + 1))).toBe(true)
  })

  test('waits for the longest wait; a longer one means that the clock was set back', () => {
    const nextAt = at(MAX_WAIT_MS)
    expect(isDue(row({ nextAt }), at(0))).toBe(false)
    expect(isDue(row({ nextAt }), at(-1))).toBe(true)
  })

  test('set back by years while it waits: due at once, neither old nor stuck', () => {
    const waiting = row({ nextAt: at(4_000), attempts: 2, lastError: 'unreachable' })
    const now = at(-5 * YEAR)
    expect([isDue(waiting, now), isStale(waiting, now), isStuck(waiting, now)]).toEqual([true, false, false])
  })

  test('set forward by years while it waits: the person is asked, and not once it is set right', () => {
    const waiting = row({ nextAt: at(4_000), attempts: 2, lastError: 'unreachable' })
    const asked = (now: number) => [isDue(waiting, now), isStale(waiting, now)]
    expect(asked(at(5 * YEAR))).toEqual([false, true])
    expect(asked(at(HOUR))).toEqual([true, false])
  })

  test('tapped while the clock was years ahead, set right since: due at once, and the same for a clock years behind', () => {
    const ahead = row({ occurredAt: new Date(at(5 * YEAR)).toISOString(), nextAt: at(5 * YEAR + 4_000) })
    expect([isDue(ahead, at(0)), isStale(ahead, at(0))]).toEqual([true, false])
    // With a clock that is years behind the row looks as old as one really made then, so the person is asked.
    const behind = row({ occurredAt: '1970-01-01T00:00:00.000Z', nextAt: 4_000 })
    expect([isDue(behind, at(0)), isStale(behind, at(0))]).toEqual([false, true])
    expect(isDue({ ...behind, insisted: true }, at(0))).toBe(true)
  })

  test('an unreadable time holds nothing up', () => {
    const odd = row({ occurredAt: 'yesterday' })
    expect([isDue(odd, at(0)), isStale(odd, at(0)), isStuck(odd, at(0))]).toEqual([true, false, false])
  })
})
