import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUntouched, useServerValues } from './server-values.ts'

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

test('an open form follows the server in untouched fields, which do not count as changed', () => {
  const { result, rerender } = renderHook(
    (lastDay: string) => {
      const form = useForm({ initialValues: { employee: '', lastDay: '2026-03-02' } })
      useServerValues(form, { lastDay })
      return form
    },
    { initialProps: '2026-03-02' },
  )
  act(() => result.current.setFieldValue('employee', 'Ada'))
  rerender('2026-03-03')
  expect(result.current.values).toEqual({ employee: 'Ada', lastDay: '2026-03-03' })
  expect([result.current.isDirty('employee'), result.current.isDirty('lastDay')]).toEqual([true, false])
  act(() => result.current.setFieldValue('lastDay', '2026-05-01'))
  rerender('2026-03-04')
  expect(result.current.values.lastDay).toBe('2026-05-01')
  expect(result.current.isDirty('lastDay')).toBe(true)
})
