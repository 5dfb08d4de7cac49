import { expect, test } from 'vitest'
import { bodyOfValues, EMPTY, obstacleOf, valuesOfBody, valuesOfDraft } from './report-values.ts'

const ME = 7

test('lists all missing fields in the spec’s order, the date range last', () => {
  expect(obstacleOf(EMPTY, null, ME)).toBe(
    'Required fields missing: Morale, Stress, Workload, Weekly High, Weekly Low, Date Range.',
  )
  const filled = { ...EMPTY, moraleLevel: 1, stressLevel: 2, workloadLevel: 3, highComment: 'x', lowComment: 'y' }
  expect(obstacleOf(filled, 11, ME)).toBe('')
  expect(obstacleOf({ ...filled, nominatedEmployee: '7' }, 11, ME)).toBe(' Spread the love, vote for someone else.')
})

test('sends a nominee only for a week that asks for one, and restores it into the form', () => {
  const values = { ...EMPTY, moraleLevel: 1, nominatedEmployee: '9', nominatedText: 'kind' }
  expect(bodyOfValues(values, 11, false)).toMatchObject({ nominatedEmployee: null, nominatedText: '' })
  const body = bodyOfValues(values, 11, true)
  expect(body).toMatchObject({ nominatedEmployee: 9, nominatedText: 'kind' })
  expect(valuesOfBody(body)).toMatchObject({ nominatedEmployee: '9', moraleLevel: 1 })
})

test('keeps the valid fields of a draft from an earlier or later release', () => {
  expect(valuesOfDraft({ moraleLevel: 9, stressLevel: 2, highComment: 'x', lowComment: 5, other: 1 })).toEqual({
    ...EMPTY,
    stressLevel: 2,
    highComment: 'x',
  })
  expect([valuesOfDraft(null), valuesOfDraft('text')]).toEqual([EMPTY, EMPTY])
})
