import { expect, test } from 'vitest'
import { report } from '#tests/mood.ts'
import { nomineesOf } from './votes.ts'

test('tells nominees who no longer exist apart by name', () => {
  const gone = (_id: number, nominatedEmployeeName: string) => report({ _id, nominatedEmployeeName })
  expect(
    nomineesOf([gone(1, 'Old A'), gone(2, 'Old B'), gone(3, 'Old A')]).map(({ name, votes }) => [name, votes]),
  ).toEqual([
    ['Old A', 2],
    ['Old B', 1],
  ])
})
