/** A store may fail only after it has taken a change: whoever asks it once more adds none. */
import { expect, test } from 'vitest'
import { drain } from '#src/offline/drain.ts'
import { newDevice } from './outbox-device.ts'

test('a change that was taken is the same one when it comes again, on its way or done', async () => {
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
