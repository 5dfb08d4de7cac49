import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { awayByDepartment } from './groups.ts'

const person = (userId: number, userName: string, empType: string, status = false): LiveMessage => ({
  userId,
  userName,
  empType,
  status,
  breakType: status ? '' : 'Lunch',
  customMessage: '',
  timeLeft: status ? null : '2026-03-05T11:00:00.000Z',
  rev: userId,
})

const told = (people: readonly LiveMessage[]) =>
  awayByDepartment(people).map(({ department, people }) => [department, ...people.map(({ userName }) => userName)])

test('lists away people by name under their department, those without one last', () => {
  expect(
    told([
      person(1, 'zoe', ''),
      person(2, 'Émile', 'Sales'),
      person(3, 'Eva', 'Sales'),
      person(4, 'Bo', 'Care', true),
      person(5, 'Ann', 'Care'),
    ]),
  ).toEqual([
    ['Care', 'Ann'],
    ['Sales', 'Émile', 'Eva'],
    ['No department', 'zoe'],
  ])
})

test('has no heading when nobody has a department', () => {
  expect(told([person(1, 'Ann', '')])).toEqual([['', 'Ann']])
  expect(told([person(1, 'Ann', '', true)])).toEqual([])
})
