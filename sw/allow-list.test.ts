import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { allowList, cacheNameOf, userOf } from './allow-list.ts'

const isKept = allowList(calls.filter(({ cached }) => cached).map(({ path }) => path))

test.each([
  '/api/applications/',
  '/api/users/profile/',
  '/api/onbreak/get/',
  '/api/onbreak/get/7/',
  '/api/onbreak/board/',
  '/api/onbreak/breaktype/',
  '/api/checklist/employeetype/',
  '/api/versions/all/',
  '/api/etl/action/',
  '/api/mood/incompletedates/',
  '/api/users/cepusers/',
  '/api/onbreak/board',
])('%s may be kept on the device', (path) => expect(isKept(path)).toBe(true))

test.each([
  '/api/users/',
  '/api/users/7/',
  '/api/users/perms/7/',
  '/api/users/cepManagers/',
  '/api/users/login/',
  '/api/mood/moodreport/user/7/',
  '/api/mood/moodreport/date/7/',
  '/api/mood/myreports/',
  '/api/mood/deptreports/',
  '/api/mood/adminreports/',
  '/api/etl/keys/',
  '/api/onbreak/ticket/',
  '/api/onbreak/log/',
  '/api/openapi.json',
  '/api/health',
  '/other/api/applications/',
])('%s is never kept', (path) => expect(isKept(path)).toBe(false))

test('only a user id names a cache', () => {
  const of = (value?: string) => userOf(new Headers(value === undefined ? {} : { 'X-Foyer-User': value }))
  expect([of('12'), of(), of(''), of('0'), of('../x'), of('1e3'), of('12 ')]).toEqual([
    '12',
    null,
    null,
    null,
    null,
    null,
    '12',
  ])
  expect(cacheNameOf(12)).toBe('api-v1-12')
})
