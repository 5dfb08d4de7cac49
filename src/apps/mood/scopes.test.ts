import { describe, expect, test } from 'vitest'
import { report } from '#tests/mood.ts'
import { belongsTo } from './scopes.ts'

describe('which reports belong to a view', () => {
  const viewer = (over: object) => ({
    _id: 1,
    permissions: { isCepDeptManager: false, empType: 'Sales', ...over } as never,
  })
  const by = (user: number, empType: string) => report({ manager: { user, empType } })
  test('one’s own people’s', () => {
    expect(belongsTo('my', viewer({}))(by(1, 'Depot'))).toBe(true)
    expect(belongsTo('my', viewer({}))(by(2, 'Sales'))).toBe(false)
    expect(belongsTo('my', viewer({}))(report({}))).toBe(false)
  })
  test('for a department manager those of the department’s managers, where there is one', () => {
    expect(belongsTo('my', viewer({ isCepDeptManager: true }))(by(2, 'Sales'))).toBe(true)
    expect(belongsTo('my', viewer({ isCepDeptManager: true, empType: '' }))(by(2, ''))).toBe(false)
  })
  test('all, for All Reports', () => expect(belongsTo('all', viewer({}))(report({}))).toBe(true))
})
