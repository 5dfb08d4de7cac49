import { expect, test } from 'vitest'
import { keepUnlessEmpty } from './keep-unless-empty.ts'

test('rows of the previous search stay, but no rows do not: the sentence in their place would be of the next search', () => {
  const keep = keepUnlessEmpty(({ people }: { people: readonly string[] }) => people)
  const found = { people: ['Ann'] }
  expect(keep(found)).toBe(found)
  expect(keep({ people: [] })).toBeUndefined()
  expect(keep(undefined)).toBeUndefined()
})
