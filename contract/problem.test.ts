import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { register, updateMyPermissions } from './apps/accounts.ts'
import { updateMyBreak } from './apps/onbreak.ts'
import { explain, overtakenSentence } from './problem.ts'

const why = (schema: z.ZodMiniType, value: unknown) => {
  const result = z.safeParse(schema, value)
  return result.success ? null : explain(result.error.issues)
}

test('gives each wrong field a sentence, and the first one as the detail', () => {
  expect(why(register.body, { name: ' ', email: 'ada', password: 'short' })).toEqual({
    detail: 'Name is required.',
    fields: {
      name: 'Name is required.',
      email: 'This is not an email address.',
      password: 'A password needs at least 8 characters.',
    },
  })
})

test('names a field that the call does not know', () => {
  expect(why(register.body, { name: 'Ada', email: 'a@b.de', password: 'long enough', isAdmin: true })).toEqual({
    detail: 'This call has no field “isAdmin”.',
    fields: { isAdmin: 'This call has no field “isAdmin”.' },
  })
})

test('explains a body of the wrong type with a sentence', () => {
  for (const body of [undefined, null, 7, 'text', []]) expect(why(register.body, body)?.detail).toMatch(/\.$/)
})

test('explains the choice between two bodies', () => {
  const detail = 'Either changed_password: true or empType, and nothing else.'
  for (const body of [{}, { changed_password: false }, { changed_password: true, empType: 'Sales' }])
    expect(why(updateMyPermissions.body, body)?.detail).toBe(detail)
})

test('names the whole place of a wrong value, also within a choice', () => {
  const schema = z.object({ when: z.union([z.string(), z.object({ day: z.number() })]) })
  expect(why(schema, { when: { day: 'Monday' } })?.detail).toBe('“when.day” is missing or not as it should be.')
})

test('ignores unknown fields of a status object', () => {
  expect(why(updateMyBreak.body, { status: true, userName: 'x', colour: 'red' })).toBeNull()
  expect(why(updateMyBreak.body, { status: 'true' })?.fields).toHaveProperty('status')
})

test('says of an overtaken change who made the later one, and when', () => {
  const overtaken = { by: 'Bo', theirs: '2026-03-05T11:05:00.000Z', yours: '2026-03-05T11:00:40.000Z' }
  const at = (end: number) => (instant: string) => `at ${instant.slice(11, end)}`
  expect(overtakenSentence(overtaken, at(16))).toBe(
    'Changed by Bo at 11:05, after your change at 11:00. That one was kept.',
  )
  // Both changes have the same time in the words of `when`.
  expect(overtakenSentence(overtaken, at(13))).toBe('Changed by Bo at 11, just after your change. That one was kept.')
})
