/** A store may fail only after it has written a change: writing it once more adds no second row. */
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { newDevice } from './outbox-device.ts'

test('a change with a known key returns its row and adds none, even once that has been sent', async () => {
  const { tap, rows, signIn, context, answers, sent } = newDevice()
  const key = 'a key of its own'
  const row = await tap({ key })
  expect(await tap({ key })).toMatchObject({ seq: row.seq, replaces: [] })
  await signIn()
  answers(() => Promise.reject(new TypeError('no network')))
  await drain(context)
  expect(await tap({ key })).toMatchObject({ seq: row.seq, attempts: 1 })
  expect(await rows()).toHaveLength(1)
  expect(sent).toHaveLength(1)
})
