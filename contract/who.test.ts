import { describe, expect, test } from 'vitest'
import {
  admin,
  anyone,
  boardReader,
  type Caller,
  eachFlag,
  either,
  FLAG_NAMES,
  type FlagName,
  has,
  self,
  signedIn,
  type TokenKind,
} from './who.ts'

const caller = (flags: FlagName[] = [], over: { isAdmin?: boolean; kind?: TokenKind; id?: number } = {}): Caller => ({
  kind: over.kind ?? 'session',
  id: over.id ?? 7,
  isAdmin: over.isAdmin ?? false,
  permissions: {
    ...eachFlag((flag) => flags.includes(flag)),
    changed_password: true,
  },
})

describe('a rule returns true or a sentence', () => {
  test('admin', () => {
    expect(admin.allows(caller([], { isAdmin: true }), {})).toBe(true)
    expect(admin.allows(caller(FLAG_NAMES), {})).toBe('Only an admin may do this.')
  })
  test('isAdmin implies no flag', () => {
    expect(has('access_onbreak').allows(caller([], { isAdmin: true }), {})).toBe(
      'This needs the permission Access On-Break. An admin can give it under Users.',
    )
    expect(has('access_onbreak', 'onbreak_admin').allows(caller(['onbreak_admin']), {})).toBe(true)
  })
  test('self allows only the person named in the path', () => {
    expect(self.allows(caller(), { id: '7' })).toBe(true)
    for (const id of ['8', '07', 'profile', '']) expect(self.allows(caller(), { id })).not.toBe(true)
  })
  test('either allows what any of its rules allows, and refuses with the last one’s sentence', () => {
    const rule = either(self, admin)
    expect(rule.allows(caller(), { id: '7' })).toBe(true)
    expect(rule.allows(caller([], { isAdmin: true }), { id: '8' })).toBe(true)
    expect(rule.allows(caller(), { id: '8' })).toBe('Only an admin may do this.')
  })
})

test('lists the tokens that a rule accepts', () => {
  expect(anyone.tokens).toEqual([])
  expect(signedIn.tokens).toEqual(['session'])
  expect(boardReader.tokens).toEqual(['session', 'display'])
})

test('lets a display read the board, but no person without the flag', () => {
  expect(boardReader.allows(caller([], { kind: 'display' }), {})).toBe(true)
  expect(boardReader.allows(caller(), {})).toMatch(/^This needs the permission Access On-Break or Admin On-Break\./)
})
