import { expect, test } from 'vitest'
import { openDb } from '#src/offline/db.ts'
import { launchRows } from '#src/offline/launch-rows.ts'
import { enqueue, rowsOf } from '#src/offline/outbox.ts'
import { ADA, away, newDevice } from './outbox-device.ts'

const GRACE = 2

test('a device without an outbox has no rows, and gets no database of another shape', async () => {
  expect(await launchRows(ADA)).toEqual([])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('foyer')
})

test('reads one person’s rows without Dexie, oldest first, as the outbox returns them', async () => {
  const { device } = newDevice()
  const db = openDb()
  await enqueue(db, { ...away('Lunch'), entity: 'break:2' }, device)
  await enqueue(db, { ...away('Lunch'), userId: GRACE }, device)
  await enqueue(db, { ...away('Lunch'), entity: 'break:1' }, device)

  const rows = await launchRows(ADA)
  expect(rows.map(({ entity }) => entity)).toEqual(['break:2', 'break:1'])
  expect(rows).toEqual(await rowsOf(db, ADA))

  // No connection stays open: a newer release may upgrade the database at once.
  await db.delete()
  expect(await launchRows(ADA)).toEqual([])
})

test('brings a row of an earlier release up to date', async () => {
  const { device } = newDevice()
  const db = openDb()
  await enqueue(db, away('Lunch'), device)
  await db.outbox.toCollection().modify((row) => {
    for (const column of ['about', 'insisted', 'isPassed']) Reflect.deleteProperty(row, column)
  })
  expect(await launchRows(ADA)).toMatchObject([{ about: '', insisted: false, isPassed: false }])
  await db.delete()
})
