/**
 * What a person did stays theirs later: no conflict for their next change, and not discarded through another tab's
 * outdated view.
 */
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { endSession, forgetSettled } from '#src/offline/forget.ts'
import { changeOf, confirmStale, deleteRow, enqueue } from '#src/offline/outbox.ts'
import { ADA, away, back, HOUR_MS, json, newDevice, record, START } from './outbox-device.ts'

/** “Away” is accepted as revision 7; the line is lost before “back” is sent. */
async function awayAndLost() {
  const made = newDevice()
  const { tap, context, signIn, answers } = made
  await signIn()
  await tap()
  await drain(context)
  await tap(back())
  answers(() => Promise.reject(new TypeError('no network')))
  await drain(context)
  answers(() => json({ ...record, status: true, rev: 8 }))
  return made
}

test('a person’s own last change is no conflict for one that is sent after they sign in again', async () => {
  const { db, context, sent, signIn, clock } = await awayAndLost()
  await endSession(db, ADA, 'keep')
  await signIn(ADA, 'a new token')
  clock.now += HOUR_MS
  await drain(context)
  expect(sent.at(-1)).toMatchObject({ body: { status: true }, headers: { 'Base-Rev': '7' } })
})

test('nor for one that waited until the accepted row was deleted', async () => {
  const { db, device, context, sent, rows, clock } = await awayAndLost()
  clock.now += 25 * HOUR_MS
  await forgetSettled(db, device)
  expect(await rows()).toMatchObject([{ state: 'pending' }])
  await drain(context)
  expect(sent.at(-1)).toMatchObject({ body: { status: true }, headers: { 'Base-Rev': '7' } })
})

test('discarding or insisting on a row that another tab has changed since does nothing', async () => {
  const { tap, db, rows, clock } = newDevice()
  const seen = await tap()
  const since = await tap(away('Break'))
  expect(since.seq).toBe(seen.seq)
  await deleteRow(db, seen)
  clock.now += 15 * 24 * HOUR_MS
  await confirmStale(db, seen)
  expect(await rows()).toMatchObject([{ key: since.key, body: { breakType: 'Break' }, insisted: false }])
  await deleteRow(db, since)
  expect(await rows()).toEqual([])
})

test('repeats a refused row that another tab has discarded, once', async () => {
  const { tap, db, device, context, signIn, answers, rows } = newDevice()
  await signIn()
  // The same change was made before, and is done with.
  await tap()
  await tap(back())
  await drain(context)
  answers(() => json({ detail: 'No.' }, 409))
  await tap()
  await drain(context)
  const refused = (await rows()).find(({ state }) => state === 'rejected')
  if (!refused) throw new Error('It was to be refused.')
  // Another change was made since.
  await tap(back())
  await deleteRow(db, refused)
  for (let press = 0; press < 2; press++) await enqueue(db, changeOf(refused), device)
  const waiting = (await rows()).filter(({ state }) => state === 'pending')
  expect(waiting.map(({ body }) => body)).toEqual([back().body, away('Lunch').body])
})

test('an equal change made since, and done with, does not count as the repetition of a refused row', async () => {
  const { tap, db, device, context, signIn, answers, rows } = newDevice()
  await signIn()
  answers(() => json({ detail: 'No.' }, 409))
  const refused = await tap(back())
  await drain(context)
  await deleteRow(db, refused)
  answers(() => json(record))
  for (const change of [away('Lunch'), back(), away('Break')]) {
    await tap(change)
    await drain(context)
  }
  await enqueue(db, changeOf(refused), device)
  expect((await rows()).filter(({ state }) => state === 'pending')).toMatchObject([{ body: back().body }])
})

test('nor does an equal change of another record; and a repetition may be taken back', async () => {
  const { tap, db, device, context, signIn, answers, rows } = newDevice()
  const of = (target: string, isChecked: boolean) => ({ ...back(), target, body: { isChecked }, merges: target })
  await signIn()
  answers(() => json({ detail: 'No.' }, 409))
  const { key: repeats } = await tap(of('task:1', true))
  await drain(context)
  await tap(of('task:2', false))
  for (const isChecked of [true, false]) await enqueue(db, { ...of('task:1', isChecked), repeats }, device)
  const waiting = (await rows()).filter(({ state }) => state === 'pending')
  expect(waiting.map(({ target, body }) => [target, body])).toEqual([
    ['task:2', { isChecked: false }],
    ['task:1', { isChecked: false }],
  ])
})

test('a row passed while the clock was ahead is not sent by itself once the clock is right: it would undo later ones', async () => {
  const { tap, db, context, sent, signIn, clock } = newDevice()
  await signIn()
  const passed = await tap()
  clock.now += 15 * 24 * HOUR_MS
  await tap(back())
  await drain(context)
  clock.now -= 15 * 24 * HOUR_MS
  await drain(context)
  expect(sent.map(({ body }) => body)).toEqual([back().body])
  await confirmStale(db, passed)
  await drain(context)
  expect(sent.map(({ body }) => body)).toEqual([back().body, away('Lunch').body])
})

test('caps a Retry-After of hours at ten minutes', async () => {
  const { tap, context, sent, signIn, answers, clock } = newDevice()
  await signIn()
  await tap()
  answers(() => json({ detail: 'Later.' }, 503, { 'retry-after': '7200' }))
  expect(await drain(context)).toEqual({ is: 'idle', next: START + 600_000 })
  await drain(context)
  expect(sent).toHaveLength(1)
  clock.now += 600_000
  await drain(context)
  expect(sent).toHaveLength(2)
})
