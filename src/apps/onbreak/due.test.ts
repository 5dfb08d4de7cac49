import { expect, test } from 'vitest'
import { dueBack, plannedBy } from './due.ts'

const left = '2026-03-05T12:00:00.000Z'
const at = (time: string) => Date.parse(`2026-03-05T${time}Z`)

test('is due after the planned minutes, and overdue from the next minute on', () => {
  const due = (time: string) => dueBack({ left, plannedMinutes: 45 }, at(time))
  expect(due('12:00:00.000')).toEqual({ at: '2026-03-05T12:45:00.000Z', over: null })
  expect(due('12:45:59.999')?.over).toBeNull()
  expect(due('12:46:00.000')?.over).toBe(60_000)
  expect(due('12:57:30.000')?.over).toBe(750_000)
})

test('is never due for a person who is here or on an unplanned break', () => {
  expect(dueBack({ left: null, plannedMinutes: 45 }, at('12:00:00.000'))).toBeNull()
  expect(dueBack({ left }, at('12:00:00.000'))).toBeNull()
})

test('takes the planned minutes from the known types', () => {
  const planned = plannedBy([{ breakType: 'Dentist', plannedMinutes: 90 }, { breakType: 'Errand' }])
  expect(planned('Dentist')).toBe(90)
  for (const type of ['Errand', 'Lunch', '']) expect(planned(type), type).toBeUndefined()
  expect(plannedBy([])('Dentist')).toBeUndefined()
})
