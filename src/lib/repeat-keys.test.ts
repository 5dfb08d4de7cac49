import { expect, test } from 'vitest'
import { repeatKeys } from './repeat-keys.ts'

test('the same step with the same content bears the same key until all is answered', () => {
  const { headers, forget } = repeatKeys()
  const first = headers('account', { name: 'Ann' })
  expect(headers('account', { name: 'Ann' })).toEqual(first)
  expect(headers('permissions', { name: 'Ann' })).not.toEqual(first)
  expect(headers('account', { name: 'Bob' })).not.toEqual(first)
  // Back to the first words is one more change: the one between may have been done.
  expect(headers('account', { name: 'Ann' })).not.toEqual(first)
  const last = headers('delete 7')
  forget()
  expect(headers('delete 7')).not.toEqual(last)
})
