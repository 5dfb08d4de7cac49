import { afterEach, expect, test, vi } from 'vitest'
import { compareText } from './compare-text.ts'

afterEach(() => vi.restoreAllMocks())

const signOf = (language: string, a: string, b: string) =>
  Math.sign(new Intl.Collator(language, { sensitivity: 'base', numeric: true }).compare(a, b))

/** Always the same ones. */
function* words(letters: string): Generator<string> {
  let seed = 1
  const next = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % most
  }
  for (;;) yield Array.from({ length: next(8) }, () => letters[next(letters.length)]).join('')
}

test.each(['en', 'en-GB', 'de', 'fr', 'it', 'nl', 'pt-BR', 'es'])('plain names are in the order of %s', (language) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  const some = words("abcmxyzABZ0129 .'-")
  for (let n = 0; n < 5_000; n++) {
    const [a, b] = [some.next().value, some.next().value]
    expect([a, b, Math.sign(compareText(a, b))]).toEqual([a, b, signOf(language, a, b)])
  }
})

test.each(['en', 'de', 'fr', 'it', 'nl', 'pt-BR', 'es'])(
  'accents too, and whatever follows, in that of %s',
  (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    // The tables are English here, which is the same but for one letter of Spanish.
    const own = language === 'es' ? '' : 'ñÑ'
    const some = words(`anosuzANÄÖÜßéèêçåæøłđœšžčćřőűğąęýÿ’' 12一李鿿はж\u0301\u0365٣${own}`)
    for (let n = 0; n < 5_000; n++) {
      const [a, b] = [some.next().value, some.next().value]
      expect([a, b, Math.sign(compareText(a, b))]).toEqual([a, b, signOf(language, a, b)])
    }
  },
)

test('most names do without the browser’s tables', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de')
  const collated = vi.spyOn(Intl.Collator.prototype, 'compare', 'get')
  const names = ['Zoë', 'Jörg Weiß', "O'Neil", 'Ångström', 'Davíd López', 'Haruki 春希', 'Łukasz', 'Person 10']
  names.sort(compareText)
  expect(collated).not.toHaveBeenCalled()
})

test('a list of plain and other names is in one order', () => {
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

test('a name of a language that no tables know is no reason to fail', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('C')
  expect(compareText('Иван', 'Игорь')).toBeLessThan(0)
})
