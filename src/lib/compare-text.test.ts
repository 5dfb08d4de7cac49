import { afterEach, expect, test, vi } from 'vitest'
import { compareText } from './compare-text.ts'

afterEach(() => vi.restoreAllMocks())

const signOf = (language: string, a: string, b: string) =>
  Math.sign(new Intl.Collator(language, { sensitivity: 'base', numeric: true }).compare(a, b))

/** Generates pseudo-random words, the same ones in every run. */
function* words(letters: string): Generator<string> {
  let seed = 1
  const next = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % most
  }
  for (;;) yield Array.from({ length: next(8) }, () => letters[next(letters.length)]).join('')
}

test.each(['en', 'en-GB', 'de', 'fr', 'it', 'nl', 'pt-BR', 'es'])('orders plain names as in %s', (language) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  const some = words("abcmxyzABZ0129 .'-")
  for (let n = 0; n < 5_000; n++) {
    const [a, b] = [some.next().value, some.next().value]
    expect([a, b, Math.sign(compareText(a, b))]).toEqual([a, b, signOf(language, a, b)])
  }
})

test.each(['en', 'de', 'fr', 'it', 'nl', 'pt-BR', 'es'])(
  'orders names with accents and other scripts as in %s',
  (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    // The tables here are English; the order is the same except for one letter of Spanish.
    const own = language === 'es' ? '' : 'ñÑ'
    const some = words(`anosuzANÄÖÜßéèêçåæøłđœšžčćřőűğąęýÿ’' 12一李鿿はж\u0301\u0365٣${own}`)
    for (let n = 0; n < 5_000; n++) {
      const [a, b] = [some.next().value, some.next().value]
      expect([a, b, Math.sign(compareText(a, b))]).toEqual([a, b, signOf(language, a, b)])
    }
  },
)

test('does not load the browser’s tables for most names', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de')
  const collated = vi.spyOn(Intl.Collator.prototype, 'compare', 'get')
  const names = ['Zoë', 'Jörg Weiß', "O'Neil", 'Ångström', 'Davíd López', 'Haruki 春希', 'Łukasz', 'Person 10']
  names.sort(compareText)
  expect(collated).not.toHaveBeenCalled()
})

test('orders a list of plain and other names consistently', () => {
  const names = [
    'Zoë',
    'zoe',
    'Ångström',
    'Åke',
    'Person 10',
    'person 2',
    'Émile',
    'Emil',
    "O'Neil",
    'Oneil',
    '李',
    'Иван',
    'はるき',
  ]
  expect(names.toSorted(compareText)).toEqual(names.toSorted((a, b) => signOf('en-US', a, b)))
})

test.each([
  ['da', 'Aase', 'Zoe'],
  ['es', 'Ñusta', 'Nuria'],
])('a language that moves a letter of the alphabet has it where it wants it: %s', (language, a, b) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  const collated = vi.spyOn(Intl.Collator.prototype, 'compare', 'get')
  compareText(a, b)
  expect(collated).toHaveBeenCalled()
})

test('accepts a language that the tables do not know', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('C')
  expect(compareText('Иван', 'Игорь')).toBeLessThan(0)
})
