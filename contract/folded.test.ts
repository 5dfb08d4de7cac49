import { expect, test } from 'vitest'
import { foldForSearch } from './folded.ts'

test.each([
  ['José Müller', 'jose muller'],
  // An accent typed as two characters.
  ['Jose\u0301', 'jose'],
  ['Ångström', 'angstrom'],
  ['Weiß', 'weiss'],
  ['Søren O’Brien', "soren o'brien"],
  ['がか', 'がか'],
  ['한국', '한국'],
])('folds %s to %s', (text, found) => {
  expect(foldForSearch(text)).toBe(found)
})
