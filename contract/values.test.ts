import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { codePoints, Email, Id, InstantIn, isStorable, NewPassword, PathId, requiredText, text } from './values.ts'

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success

describe('ids', () => {
  test.each([1, 42, 2_147_483_647])('accepts %s', (id) => expect(accepts(Id, id)).toBe(true))
  test.each([0, -1, 1.5, 2_147_483_648, 1e300, Number.NaN, '1', null, true])('refuses %s', (id) =>
    expect(accepts(Id, id)).toBe(false),
  )
  test('accepts only digits in a path', () => {
    expect(z.parse(PathId, '17')).toBe(17)
    for (const text of ['', '0', '017', '1.0', '-1', '+1', '1e3', ' 1', '99999999999', 'profile'])
      expect(accepts(PathId, text), text).toBe(false)
  })
})

describe('text', () => {
  test('is counted in code points', () => {
    expect(codePoints('a😀é')).toBe(3)
    expect(accepts(text(3, 'Message'), '😀😀😀')).toBe(true)
    expect(accepts(text(3, 'Message'), '😀😀😀😀')).toBe(false)
  })
  test('refuses a NUL byte and half a surrogate pair', () => {
    for (const bad of ['\u0000', 'a\u0000b', '\ud800', '\udc00', 'x\ud83d', '\ude00\ud83d']) {
      expect(isStorable(bad)).toBe(false)
      expect(accepts(text(10, 'Message'), bad)).toBe(false)
    }
    expect(isStorable('😀 \t\n é')).toBe(true)
  })
  test('counts blanks alone as missing, and trims other text', () => {
    expect(accepts(requiredText(10, 'Title'), ' \n\t ')).toBe(false)
    expect(accepts(requiredText(10, 'Title'), '\u200b \u2060\u3164\u2800')).toBe(false)
    expect(accepts(requiredText(10, 'Title'), '👩‍🚀')).toBe(true)
    expect(z.parse(requiredText(10, 'Title'), '  a b ')).toBe('a b')
  })
})

test('an email is trimmed and lowercased', () => {
  expect(z.parse(Email, ' Ada@Example.COM ')).toBe('ada@example.com')
  for (const bad of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'ada@example', `${'a'.repeat(250)}@b.com`])
    expect(accepts(Email, bad), bad).toBe(false)
  // These look the same as ada@example.com.
  for (const unseen of ['ad\u200ba@example.com', 'ada@exa\u00admple.com', 'ada\u2800@example.com'])
    expect(accepts(Email, unseen)).toBe(false)
  expect(accepts(Email, 'jürgen@müller.example')).toBe(true)
})

test('reports the other issues beside a text that is too long', () => {
  const Form = z
    .object({ title: text(3, 'Title'), days: z.number() })
    .check(z.refine(({ days }) => days > 0, { path: ['days'], error: 'Too few.' }))
  const { error } = z.safeParse(Form, { title: 'long', days: 0 })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Title can have at most 3 characters.', 'Too few.'])
})

test('stops checking an email that is too long', () => {
  const { error } = z.safeParse(Email, 'a'.repeat(1_000_000))
  expect(error?.issues.map(({ message }) => message)).toEqual(['Email can have at most 254 characters.'])
})

test('a password is taken as typed, 8 characters to 1,024 bytes', () => {
  expect(z.parse(NewPassword, '  spaces  ')).toBe('  spaces  ')
  expect(accepts(NewPassword, '1234567')).toBe(false)
  expect(accepts(NewPassword, 'x'.repeat(1024))).toBe(true)
  expect(accepts(NewPassword, 'x'.repeat(1025))).toBe(false)
  expect(accepts(NewPassword, 'é'.repeat(513))).toBe(false)
})

test('an instant may come in any zone and leaves in UTC with milliseconds', () => {
  expect(z.parse(InstantIn, '2026-03-05T14:03:00Z')).toBe('2026-03-05T14:03:00.000Z')
  expect(z.parse(InstantIn, '2026-03-05T14:03:00.5+02:00')).toBe('2026-03-05T12:03:00.500Z')
  for (const bad of [
    '2026-03-05',
    '14:03',
    'yesterday',
    '2026-13-01T00:00:00Z',
    5,
    '9999-12-31T23:59:59-14:00',
    '0000-01-01T00:00:00+14:00',
  ])
    expect(accepts(InstantIn, bad)).toBe(false)
})
