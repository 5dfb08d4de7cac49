import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announced } from '#tests/page.tsx'
import { announce } from './announce.ts'
import { useCountAnnouncement } from './use-count-announcement.ts'

function List({ count, filter }: { count: number | undefined; filter: string }) {
  useCountAnnouncement(count, filter, 'person', 'people')
  return null
}
const saidOf = () => {
  vi.runAllTimers()
  return announced()
}

beforeEach(() => {
  vi.useFakeTimers()
  announce('')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('announces the result of a filter once its rows are there, but not the first rows', () => {
  const { rerender } = render(<List count={undefined} filter="" />)
  rerender(<List count={1_200} filter="" />)
  expect(saidOf()).toBe('')
  rerender(<List count={undefined} filter="a" />)
  expect(saidOf()).toBe('')
  rerender(<List count={1_001} filter="a" />)
  expect(saidOf()).toBe('1,001 people')
  rerender(<List count={1} filter="ann" />)
  expect(saidOf()).toBe('1 person')
})

test('does not announce rows that change by themselves', () => {
  const { rerender } = render(<List count={3} filter="" />)
  rerender(<List count={2} filter="a" />)
  expect(saidOf()).toBe('2 people')
  rerender(<List count={5} filter="a" />)
  expect(saidOf()).toBe('2 people')
})

test('announces only the last of several keys, and nothing if no rows are left', () => {
  const { rerender } = render(<List count={9} filter="" />)
  rerender(<List count={4} filter="a" />)
  vi.advanceTimersByTime(100)
  rerender(<List count={3} filter="an" />)
  vi.advanceTimersByTime(450)
  expect(announced()).toBe('')
  expect(saidOf()).toBe('3 people')
  rerender(<List count={0} filter="anx" />)
  expect(saidOf()).toBe('')
})

test('announces nothing after the list is gone', () => {
  const { rerender, unmount } = render(<List count={9} filter="" />)
  rerender(<List count={4} filter="a" />)
  unmount()
  expect(saidOf()).toBe('')
})

test('announces a filter again that returns before the rows of the next one were there', () => {
  const { rerender } = render(<List count={9} filter="" />)
  rerender(<List count={2} filter="a" />)
  expect(saidOf()).toBe('2 people')
  rerender(<List count={undefined} filter="ab" />)
  expect(saidOf()).toBe('')
  rerender(<List count={2} filter="a" />)
  expect(saidOf()).toBe('2 people')
})
