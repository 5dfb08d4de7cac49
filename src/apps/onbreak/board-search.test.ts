import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { matching } from './board-search.ts'

const row = (userName: string, empType = 'Sales') => ({ userName, empType }) as LiveMessage

test.each([
  ['sofia', 'Sofía Alvarez'],
  ['SOFÍA', 'Sofía Alvarez'],
  ['dvorak', 'Ivo Dvořák'],
  [' alv ', 'Sofía Alvarez'],
])('%s finds %s', (name, userName) => {
  expect(matching(undefined, name)(row(userName))).toBe(true)
  expect(matching('Support', name)(row(userName))).toBe(false)
  expect(matching('Sales', `${name}x`)(row(userName))).toBe(false)
})
