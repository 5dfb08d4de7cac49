import { describe, expect, test } from 'vitest'
import type { Permissions } from '#contract/apps/accounts.ts'
import { listAllReports, listDeptReports, listMyReports, SCOPES, scopesOf } from '#contract/apps/mood.ts'
import { FLAG_NAMES } from '#contract/who.ts'
import { callerOf } from '#src/api/session.ts'
import { report } from '#tests/mood.ts'
import { aSessionUser } from '#tests/session-user.ts'
import { belongsTo, menuOf, scopeOf } from './scopes.ts'

describe('which reports belong to a view', () => {
  const viewer = (over: Partial<Permissions>) => aSessionUser({ _id: 1, permissions: { empType: 'Sales', ...over } })
  const by = (user: number, empType: string) => report({ manager: { user, empType } })
  test('include those of one’s own people', () => {
    expect(belongsTo('my', viewer({}))(by(1, 'Depot'))).toBe(true)
    expect(belongsTo('my', viewer({}))(by(2, 'Sales'))).toBe(false)
    expect(belongsTo('my', viewer({}))(report({}))).toBe(false)
  })
  test('include for a department manager those of the department’s other managers', () => {
    expect(belongsTo('my', viewer({ isCepDeptManager: true }))(by(2, 'Sales'))).toBe(true)
    expect(belongsTo('my', viewer({ isCepDeptManager: true, empType: '' }))(by(2, ''))).toBe(false)
  })
  test('are all reports in All Reports', () => expect(belongsTo('all', viewer({}))(report({}))).toBe(true))
})

const LISTS = { normalManager: listMyReports, deptManager: listDeptReports, moodAdmin: listAllReports }

test.each(FLAG_NAMES)('with %s, the menu leads exactly to what the person may read', (flag) => {
  const me = aSessionUser({ permissions: { [flag]: true } })
  const mayRead = (call: (typeof LISTS)[keyof typeof LISTS]) => call.who.allows(callerOf(me), {}) === true
  const views = menuOf(me).flatMap(({ view }) => view ?? [])
  expect(views).toEqual([...(mayRead(listMyReports) ? ['my'] : []), ...(mayRead(listAllReports) ? ['all'] : [])])
  for (const view of views) expect(mayRead(LISTS[scopeOf(view, me)])).toBe(true)
  expect(scopesOf(callerOf(me)).toSorted()).toEqual(SCOPES.filter((scope) => mayRead(LISTS[scope])).toSorted())
})
