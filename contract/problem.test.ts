import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { register, updateMyPermissions } from './apps/accounts.ts'
import { updateMyBreak } from './apps/onbreak.ts'
import { explain, saysOvertaken } from './problem.ts'

const why = (schema: z.ZodMiniType, value: unknown) => {
  const result = z.safeParse(schema, value)
  return result.success ? null : explain(result.error.issues)
}

test('each wrong field gets a sentence, and the first of them is the detail', () => {
  expect(why(register.body, { name: ' ', email: 'ada', password: 'short' })).toEqual({
    detail: 'Name is required.',
    fields: {
      name: 'Name is required.',
      email: 'This is not an email address.',
      password: 'A password needs at least 8 characters.',
    },
  })
})

test('a field that the call does not know is named', () => {
  expect(why(register.body, { name: 'Ada', email: 'a@b.de', password: 'long enough', isAdmin: true })).toEqual({
    detail: 'This call knows no field “isAdmin”.',
    fields: { isAdmin: 'This call knows no field “isAdmin”.' },
  })
})

test('a body of the wrong kind is answered with a sentence too', () => {
  for (const body of [undefined, null, 7, 'text', []]) expect(why(register.body, body)?.detail).toMatch(/\.$/)
})

test('a choice between two bodies says what the choice is', () => {
  const detail = 'Either changed_password: true or empType, and nothing else.'
  for (const body of [{}, { changed_password: false }, { changed_password: true, empType: 'Sales' }])
    expect(why(updateMyPermissions.body, body)?.detail).toBe(detail)
})

test('a status object may carry fields of others', () => {
  expect(why(updateMyBreak.body, { status: true, userName: 'x', colour: 'red' })).toBeNull()
  expect(why(updateMyBreak.body, { status: 'true' })?.fields).toHaveProperty('status')
})

test('a change that came too late: who made the later one, and when', () => {
  const overtaken = { by: 'Bo', theirs: '2026-03-05T11:05:00.000Z', yours: '2026-03-05T11:00:40.000Z' }
  const at = (end: number) => (instant: string) => `at ${instant.slice(11, end)}`
  expect(saysOvertaken(overtaken, at(16))).toBe(
    'Changed by Bo at 11:05, after your change at 11:00. That one was kept.',
  )
  // Within what the words can tell.
  expect(saysOvertaken(overtaken, at(13))).toBe('Changed by Bo at 11, just after your change. That one was kept.')
})
