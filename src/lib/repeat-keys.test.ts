import { expect, test } from 'vitest'
import { repeatKeys } from './repeat-keys.ts'

test('gives the same step with the same content the same key until all is answered', () => {
  const { headers, forget } = repeatKeys()
  const first = headers('account', { name: 'Ann' })
  expect(headers('account', { name: 'Ann' })).toEqual(first)
  expect(headers('permissions', { name: 'Ann' })).not.toEqual(first)
  expect(headers('account', { name: 'Bob' })).not.toEqual(first)
  // A return to the first content is a new change, because the one in between may have been done.
  expect(headers('account', { name: 'Ann' })).not.toEqual(first)
  const last = headers('delete 7')
  forget()
  expect(headers('delete 7')).not.toEqual(last)
})
