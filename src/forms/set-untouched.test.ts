import { expect, test } from 'vitest'
import { setUntouched } from './set-untouched.ts'

const SENT = { name: 'Depot', details: 'Keys' }
const NEXT = { name: '', details: '' }

test.each([
  ['nothing', SENT, NEXT, false],
  ['another name', { ...SENT, name: 'Office' }, { name: 'Office', details: '' }, true],
] as const)('with %s typed meanwhile', (_what, now, then, isTyped) => {
  let values: typeof NEXT = now
  const form = {
    getValues: () => values,
    setValues: (part: Partial<typeof NEXT>) => {
      values = { ...values, ...part }
    },
  }
  expect(setUntouched(form, SENT, NEXT)).toBe(isTyped)
  expect(values).toEqual(then)
})
