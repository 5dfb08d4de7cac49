import { beforeEach, expect, test } from 'vitest'
import type { Row } from './row.ts'
import { forgetAnswers, reportSettled, setSettledHandler } from './settled-answers.ts'

let told: string[] = []
beforeEach(() => {
  forgetAnswers()
  told = []
  setSettledHandler((change) => told.push((change as Row).key))
})
const row = (key: string, over: Partial<Row> = {}) =>
  ({ key, state: 'acked', answer: { rev: 7 }, detail: null, ...over }) as Row

test('tells the screens of each answer once, and of nothing that waits', () => {
  reportSettled([row('done'), row('waits', { state: 'pending' })])
  reportSettled([row('done'), row('waits'), row('refused', { state: 'rejected', answer: null, detail: 'No.' })])
  expect(told).toEqual(['done', 'waits', 'refused'])
})

test('tells of a partly accepted change with its answer, but not of one that has only its note left to be read', () => {
  const detail = 'One of them was left as Bo had it.'
  reportSettled([row('now', { detail }), row('days ago', { detail, answer: null })])
  expect(told).toEqual(['now'])
})
