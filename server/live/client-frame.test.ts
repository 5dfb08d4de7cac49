import { expect, test } from 'vitest'
import { CLOSE } from '#contract/live.ts'
import { frameLimit, readFrame } from './client-frame.ts'

const read = (text: string) => readFrame(Buffer.from(text))

test('a status object names its user as a live message or as break info does; the rest is not looked at', () => {
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
])('%s is closed as a bad frame', (text) => expect(read(text)).toEqual({ close: CLOSE.badFrame }))

test('4 KB may be said, a byte more may not', () => {
  const frame = (size: number) => `{"userId":7,"pad":"${'x'.repeat(size - 21)}"}`
  expect(Buffer.byteLength(frame(4096))).toBe(4096)
  expect(read(frame(4096))).toEqual({ userId: 7 })
  expect(read(frame(4097))).toEqual({ close: CLOSE.badFrame })
})

test('20 frames in 10 s are allowed, the 21st is not', () => {
  const mayWrite = frameLimit()
  for (let count = 0; count < 20; count++) expect(mayWrite(count)).toBe(true)
  expect(mayWrite(9_999)).toBe(false)
  const slow = frameLimit()
  for (let count = 0; count < 60; count++) expect(slow(count * 501)).toBe(true)
})
