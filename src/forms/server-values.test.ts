import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUntouched } from './server-values.ts'

const SENT = { name: 'Depot', details: 'Keys' }
const NEXT = { name: '', details: '' }

test.each([
  ['nothing', SENT, NEXT, false],
  ['another name', { ...SENT, name: 'Office' }, { name: 'Office', details: '' }, true],
] as const)('with %s typed meanwhile', (_what, now, then, isTyped) => {
  const form = renderHook(() => useForm({ initialValues: now })).result
  act(() => expect(setUntouched(form.current, SENT, NEXT)).toBe(isTyped))
  expect(form.current.values).toEqual(then)
})
