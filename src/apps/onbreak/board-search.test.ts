import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { rowFilter } from './board-search.ts'

const row = (userName: string, empType = 'Sales') => ({ userName, empType }) as LiveMessage

test.each([
  ['sofia', 'Sofía Alvarez'],
  ['SOFÍA', 'Sofía Alvarez'],
  ['dvorak', 'Ivo Dvořák'],
  [' alv ', 'Sofía Alvarez'],
])('%s finds %s', (name, userName) => {
  expect(rowFilter(undefined, name)(row(userName))).toBe(true)
  expect(rowFilter('Support', name)(row(userName))).toBe(false)
  expect(rowFilter('Sales', `${name}x`)(row(userName))).toBe(false)
})
