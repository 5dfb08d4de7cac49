/**
 * The outbox and its drain, step by step: what is stored, merged and sent, and what each answer does (offline.md §2.4,
 * §2.5).
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { endSession, forgetSettled } from '#src/offline/forget.ts'
import { changeOf, confirmStale, deleteRow, enqueue, putSession, wake } from '#src/offline/outbox.ts'
import { ADA, away, back, HOUR_MS, json, newDevice, record, START } from './outbox-device.ts'

test('a tap survives a restart and is sent with its key, its time and the revision that the person saw', async () => {
  const name = randomUUID()
  const before = newDevice({ name })
  const row = await before.tap()
  before.db.close()

  const { context, sent, signIn, clock, rows } = newDevice({ name })
  await signIn()
  clock.now += 90_000
  expect(await drain(context)).toEqual({ is: 'idle', next: null })
  expect(sent).toEqual([
    {
      url: '/api/onbreak/update/',
      body: { status: false, breakType: 'Lunch', customMessage: '' },
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Authorization: 'Bearer token of 1',
        'Idempotency-Key': row.key,
        'Occurred-At': '2026-03-02T10:00:00.000Z',
        'Sent-At': '2026-03-02T10:01:30.000Z',
        'Base-Rev': '3',
      },
    },
  ])
  expect(await rows()).toMatchObject([{ state: 'acked', ackRev: 7, answer: { rev: 7 } }])
})

test('unsent rows of the same kind become one, under a new key; once tried, a row no longer changes', async () => {
  const { tap, context, signIn, answers, rows, clock } = newDevice()
  const first = await tap()
  clock.now += 60_000
  const second = await tap(away('Break'))
  expect(second).toMatchObject({ seq: first.seq, replaces: [first.key], occurredAt: '2026-03-02T10:01:00.000Z' })
  expect(second.key).not.toBe(first.key)
  const edited = await tap({
    body: { status: false, breakType: 'Break', customMessage: 'soon' },
    continues: ({ body }) => (body as { breakType: string }).breakType === 'Break',
  })
  expect(edited).toMatchObject({ seq: first.seq, occurredAt: second.occurredAt, replaces: [first.key, second.key] })
  await tap(back())
  expect(await rows()).toHaveLength(2)

  await signIn()
  answers(() => Promise.reject(new TypeError('no network')))
  expect(await drain(context)).toEqual({ is: 'unreachable' })
  await tap(back())
  await tap(away('Lunch'))
  expect((await rows()).map(({ body }) => (body as { status: boolean }).status)).toEqual([false, true, false])
})

test('an unsent change that is taken back is not sent at all, unless the record has changed between', async () => {
  const { tap, context, sent, signIn, rows } = newDevice()
  const mark = (isChecked: boolean, baseRev = 1) =>
    tap({
      ...{ body: { isChecked }, merges: 'task:1', baseRev },
      undoes: ({ body }) => (body as { isChecked: boolean }).isChecked !== isChecked,
    })
  await mark(true)
  await mark(false)
  expect(await rows()).toEqual([])
  await mark(true)
  await mark(false, 2)
  expect(await rows()).toMatchObject([{ body: { isChecked: false } }])
  await signIn()
  await drain(context)
  expect(sent).toHaveLength(1)
})

test('stops for a while after three busy answers in a row', async () => {
  const { tap, context, sent, signIn, answers, clock } = newDevice()
  await signIn()
  for (let entity = 0; entity < 10; entity++) await tap({ entity: `break:${entity}`, target: `break:${entity}` })
  answers(() => json({ detail: 'Busy.' }, 503))
  expect(await drain(context)).toEqual({ is: 'idle', next: clock.now + 10_000 })
  expect(sent).toHaveLength(3)
  answers(() => json(record))
  await drain(context)
  expect(sent.length).toBeGreaterThanOrEqual(10)
})

test('one person’s rows never go out as another, and nobody else sees or counts them', async () => {
  const { tap, context, sent, signIn, rows } = newDevice()
  await tap()
  expect(await drain(context)).toEqual({ is: 'nobody' })
  await signIn(2)
  expect(await drain(context)).toEqual({ is: 'idle', next: null })
  expect([sent, await rows(2)]).toEqual([[], []])
  await signIn(ADA, 'a new token')
  await drain(context)
  expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer a new token'])
})

test('a refused row is kept with the server’s words, and holds up nobody', async () => {
  const { tap, context, sent, signIn, answers, rows, db, device } = newDevice()
  await signIn()
  await tap()
  await tap(back())
  await tap({ entity: 'break:9', target: 'break:9', call: 'PUT /api/onbreak/update/:id/', params: { id: 9 } })
  answers(({ url, body }) =>
    url.includes('/9/') || (body as { status: boolean }).status
      ? json({ ...record, rev: 8 })
      : json({ detail: 'Changed by Bo at 10:05.' }, 409),
  )
  await drain(context)
  const [refused, ...others] = await rows()
  expect(refused).toMatchObject({ state: 'rejected', status: 409, detail: 'Changed by Bo at 10:05.' })
  expect(others.map(({ state }) => state)).toEqual(['acked', 'acked'])
  expect(sent.map(({ url }) => url)).toEqual(['/api/onbreak/update/', '/api/onbreak/update/', '/api/onbreak/update/9/'])
  // Repeated as of now: with another key, and the refused row is gone.
  const again = await enqueue(db, changeOf(refused as never), device)
  expect(again.key).not.toBe(refused?.key)
  expect(again.replaces).toEqual([refused?.key])
  expect((await rows()).filter(({ state }) => state === 'rejected')).toEqual([])
})

test('a busy answer holds up its own entity only, and its Retry-After is kept', async () => {
  const { tap, context, sent, signIn, answers, clock, db } = newDevice()
  await signIn()
  await tap()
  await tap(back())
  await tap({ entity: 'break:9', target: 'break:9', call: 'PUT /api/onbreak/update/:id/', params: { id: 9 } })
  answers(({ url }) =>
    url.includes('/9/') ? json({ ...record, rev: 8 }) : json({ detail: 'Later.' }, 503, { 'retry-after': '20' }),
  )
  expect(await drain(context)).toEqual({ is: 'idle', next: START + 20_000 })
  expect(sent.map(({ url }) => url)).toEqual(['/api/onbreak/update/', '/api/onbreak/update/9/'])
  await wake(db)
  await drain(context)
  expect(sent).toHaveLength(2)
  clock.now += 20_000
  answers(() => json({ ...record, rev: 9 }))
  expect(await drain(context)).toEqual({ is: 'idle', next: null })
  expect(sent).toHaveLength(4)
})

test('a row answered as busy without a Retry-After is sent as soon as the line is back', async () => {
  const { tap, context, sent, signIn, answers, db } = newDevice()
  await signIn()
  await tap()
  answers(() => new Response('<title>502 Bad Gateway</title>', { status: 502 }))
  await drain(context)
  await drain(context)
  expect(sent).toHaveLength(1)
  await wake(db)
  answers(() => json({ ...record, rev: 8 }))
  expect(await drain(context)).toEqual({ is: 'idle', next: null })
  expect(sent).toHaveLength(2)
})

test('a lost line ends the turn at once, lengthens the wait each time, and no longer holds rows up once it is back', async () => {
  const { tap, context, sent, signIn, answers, rows, db } = newDevice()
  await signIn()
  await tap()
  await tap({ entity: 'break:9', target: 'break:9' })
  answers(() => Promise.reject(new TypeError('no network')))
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    expect(await drain(context)).toEqual({ is: 'unreachable' })
    const [row] = await rows()
    waits.push((row?.nextAt ?? 0) - START)
    await wake(db)
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1)
})

test('a row that never gets through lets the others go first; one that met a lost line does not', async () => {
  const { tap, context, sent, signIn, answers, rows, db, clock } = newDevice()
  await signIn()
  await tap(away('a word that a firewall refuses'))
  await tap({ entity: 'break:9', target: 'break:9', merges: null })
  await tap({ ...back(), entity: 'break:9', target: 'break:9', merges: null })
  answers(() => Promise.reject(new TypeError('no network')))
  await drain(context)
  const firewall = () => new Response('<h1>Forbidden</h1>', { status: 403, headers: { 'content-type': 'text/html' } })
  answers(({ body }) => (JSON.stringify(body).includes('firewall') ? firewall() : json({ ...record, rev: 8 })))
  for (let turn = 0; turn < 9; turn++) {
    await wake(db)
    await drain(context)
    clock.now += 60_000
  }
  expect((await rows()).map(({ state }) => state)).toEqual(['pending', 'acked', 'acked'])
  // The row came first as long as the line might have been at fault.
  const isRefused = sent.map(({ body }) => JSON.stringify(body).includes('firewall'))
  expect(isRefused.slice(0, 8)).toEqual(Array(8).fill(true))
  expect(isRefused.slice(8, 11)).toEqual([false, false, true])
})

test('an ended session stops the drain and loses nothing', async () => {
  const { tap, context, signIn, answers, rows } = newDevice()
  await signIn(ADA, 'revoked')
  await tap()
  answers(() => json({ detail: 'Please sign in.' }, 401))
  expect(await drain(context)).toEqual({ is: 'signIn', token: 'revoked' })
  answers(() => json({ ...record, rev: 8 }))
  await signIn(ADA, 'fresh')
  await drain(context)
  expect(await rows()).toMatchObject([{ state: 'acked' }])
})

test('nothing is sent while the password must be changed first', async () => {
  const { tap, context, sent, db } = newDevice()
  await putSession(db, { userId: ADA, token: 't', maySend: false })
  await tap()
  expect(await drain(context)).toEqual({ is: 'nobody' })
  expect(sent).toEqual([])
})

test('sends a row older than 14 days only when the person asks for it', async () => {
  const { tap, context, sent, signIn, clock, rows, db } = newDevice()
  await signIn()
  const kept = await tap()
  clock.now += 14 * 24 * HOUR_MS + 1
  expect(await drain(context)).toEqual({ is: 'idle', next: null })
  expect(sent).toEqual([])
  await confirmStale(db, kept)
  await drain(context)
  expect(sent.map(({ body }) => (body as { status: boolean }).status)).toEqual([false])
  expect((await rows()).map(({ state }) => state)).toEqual(['acked'])
})

test('rewording a row older than 14 days counts as asking to send it', async () => {
  const { tap, context, sent, signIn, clock } = newDevice()
  await signIn()
  await tap()
  clock.now += 14 * 24 * HOUR_MS + 1
  await tap({ body: { status: false, breakType: 'Lunch', customMessage: 'still' }, continues: () => true })
  await drain(context)
  expect(sent).toMatchObject([
    { body: { customMessage: 'still' }, headers: { 'Occurred-At': '2026-03-02T10:00:00.000Z' } },
  ])
})

test('a newer change passes a row older than 14 days, which waits for the person to decide', async () => {
  const { tap, context, sent, signIn, clock, rows, db } = newDevice()
  await signIn()
  const passed = await tap()
  clock.now += 14 * 24 * HOUR_MS + 1
  await tap(back())
  await drain(context)
  expect(sent.map(({ body }) => (body as { status: boolean }).status)).toEqual([true])
  expect(await rows()).toMatchObject([
    { seq: passed.seq, state: 'pending', isPassed: true },
    { state: 'acked', isPassed: false },
  ])
  // A later tap does not replace the passed row either.
  const next = await tap(away('Break'))
  expect(next.seq).toBeGreaterThan(passed.seq)
  await deleteRow(db, next)
  await confirmStale(db, passed)
  await drain(context)
  expect(sent.map(({ body }) => (body as { status: boolean }).status)).toEqual([true, false])
  // The person had not seen the later change when they made this one.
  expect(sent[1]?.headers['Base-Rev']).toBe('3')
})

test('sends a waiting row at once if the clock was set back by years', async () => {
  const { tap, context, signIn, answers, clock, rows } = newDevice()
  await signIn()
  await tap()
  answers(() => json({}, 503))
  await drain(context)
  clock.now -= 5 * 365 * 24 * HOUR_MS
  answers(() => json({ ...record, rev: 8 }))
  await drain(context)
  expect(await rows()).toMatchObject([{ state: 'acked' }])
})

test('a person’s own last change is no conflict for the next one', async () => {
  const { tap, context, sent, signIn } = newDevice()
  await signIn()
  await tap()
  await tap(back())
  await drain(context)
  expect(sent.map(({ headers }) => headers['Base-Rev'])).toEqual(['3', '7'])
})

test('an answer to a row discarded meanwhile changes nothing', async () => {
  const { tap, context, signIn, answers, rows, db } = newDevice()
  await signIn()
  const kept = await tap()
  answers(async () => {
    await deleteRow(db, kept)
    return json({ ...record, rev: 8 })
  })
  await drain(context)
  expect(await rows()).toEqual([])
})

test('a sign-out deletes rows that are done with, and keeps or discards waiting ones as asked', async () => {
  const { tap, context, signIn, rows, db } = newDevice()
  await signIn()
  await tap()
  await drain(context)
  await tap(back())
  await endSession(db, ADA, 'keep')
  expect([await rows(), await db.session.count()]).toMatchObject([[{ state: 'pending' }], 0])
  await signIn(2)
  await endSession(db, ADA, 'discard')
  expect([await rows(), await db.session.count()]).toEqual([[], 1])
})

test('blanks a private row once it is accepted', async () => {
  const { tap, context, signIn, rows } = newDevice()
  await signIn()
  await tap({ isPrivate: true })
  await drain(context)
  expect(await rows()).toMatchObject([{ state: 'acked', body: null, answer: null }])
})

test('accepted rows are forgotten after a day, whatever the clock did', async () => {
  const { tap, context, signIn, rows, db, device, clock } = newDevice()
  await signIn()
  await tap()
  await drain(context)
  await forgetSettled(db, device)
  expect(await rows()).toHaveLength(1)
  clock.now -= 25 * HOUR_MS
  await forgetSettled(db, device)
  expect(await rows()).toEqual([])
})

test('a row of a newer release, or of a call that this one does not know, is left alone and holds its own entity only', async () => {
  const { tap, context, sent, signIn, rows, db } = newDevice()
  await signIn()
  const newer = await tap()
  await db.outbox.update(newer.seq, { v: 99 })
  // Nor is a later tap merged into it.
  expect((await tap()).seq).not.toBe(newer.seq)
  await tap({ entity: 'todo:1', target: 'todo:1', call: 'PUT /api/not/known/yet/' })
  await tap({ entity: 'break:9', target: 'break:9' })
  await drain(context)
  expect(sent).toHaveLength(1)
  expect((await rows()).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending', 'acked'])
})
