import { expect, test } from 'vitest'
import { CLOSE } from '#contract/live.ts'
import { frameLimit, readFrame } from './client-frame.ts'

const read = (text: string) => readFrame(Buffer.from(text))

test('takes the user id from userId or user, and ignores other fields', () => {
  expect(read('{"userId":7,"status":"nonsense"}')).toEqual({ userId: 7 })
  expect(read('{"user":8,"rev":null}')).toEqual({ userId: 8 })
})

test.each([
  '',
  'x',
  'null',
  '7',
  '[]',
  '[{"userId":7}]',
  '{}',
  '{"userId":"7"}',
  '{"userId":0}',
  '{"userId":1.5}',
  '{"user":-1}',
])('“%s” is closed as a bad frame', (text) => expect(read(text)).toEqual({ close: CLOSE.badFrame }))

test('accepts a frame of 4 KB, and closes one that is a byte longer', () => {
  const frame = (size: number) => `{"userId":7,"pad":"${'x'.repeat(size - 21)}"}`
  expect(Buffer.byteLength(frame(4096))).toBe(4096)
  expect(read(frame(4096))).toEqual({ userId: 7 })
  expect(read(frame(4097))).toEqual({ close: CLOSE.badFrame })
})

test('frameLimit allows 20 frames in 10 s, and not the 21st', () => {
  const mayWrite = frameLimit()
  for (let count = 0; count < 20; count++) expect(mayWrite(count)).toBe(true)
  expect(mayWrite(9_999)).toBe(false)
  const slow = frameLimit()
  for (let count = 0; count < 60; count++) expect(slow(count * 501)).toBe(true)
})
