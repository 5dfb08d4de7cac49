import { describe, expect, test } from 'vitest'
import { columnWidth, EM, type Group, layOut as layOutRows, sizesFor } from './layout.ts'
import { fitOf } from './name-fit.ts'
import { heightOf } from './row-fit.ts'

const HD = { width: 1920, height: 1080 }
const PLACE = { width: 1840, height: 760 }

const layOut = (
  shown: readonly Group<number>[],
  place: typeof PLACE,
  screen: typeof HD,
  { nameOf = (_: number): string => 'Bo', hasDue = (_: number): boolean => false } = {},
) =>
  layOutRows(shown, place, screen, (person, width, isTight) => {
    const { height, isCut } = fitOf(nameOf(person), width, isTight)
    return { height: heightOf(height, Number(hasDue(person))), isCut }
  })

/** Returns departments of so many people each. */
const groups = (...counts: number[]): Group<number>[] =>
  counts.map((count, index) => ({
    department: `Department ${index}`,
    people: Array.from({ length: count }, (_, person) => index * 1_000 + person),
  }))

const peopleOn = ({ pages }: ReturnType<typeof layOut>) => pages.flat(2).flatMap(({ people }) => people)

/** Returns the height and width of a page. */
function extent(groupsShown: readonly (readonly Group<number>[])[], size: number) {
  const heights = groupsShown.map((column) =>
    column.reduce((sum, { people }) => sum + EM.heading + people.length * EM.row, (column.length - 1) * EM.between),
  )
  const width = groupsShown.length * (EM.narrow + EM.gutter) - EM.gutter
  return { height: Math.max(0, ...heights) * size, width: width * size }
}

describe.each([
  ['HD', HD, PLACE],
  ['4K', { width: 3840, height: 2160 }, { width: 3680, height: 1520 }],
  ['upright', { width: 1080, height: 1920 }, { width: 1000, height: 1500 }],
  ['a phone', { width: 390, height: 844 }, { width: 358, height: 640 }],
])('on %s', (_name, screen, place) => {
  test.each([
    [[1]],
    [[3]],
    [[1, 1, 1]],
    [[6, 2, 4]],
    [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    [[30]],
    [[20, 20, 20]],
    [Array.from({ length: 40 }, () => 3)],
    [[400, 1, 300]],
  ])('%j: shows everybody once, cuts nothing, and stays readable', (counts) => {
    const layout = layOut(groups(...counts), place, screen)
    expect(peopleOn(layout)).toEqual(groups(...counts).flatMap(({ people }) => people))
    const { least, most } = sizesFor(screen)
    expect(layout.size).toBeGreaterThanOrEqual(least)
    expect(layout.size).toBeLessThanOrEqual(most)
    for (const page of layout.pages) {
      const { width, height } = extent(page, layout.size)
      expect(height).toBeLessThanOrEqual(place.height + 1e-6)
      expect(width).toBeLessThanOrEqual(place.width + 1e-6)
    }
  })
})

test('shows fewer people larger, and uses pages only when the text would be too small', () => {
  const sizes = [1, 4, 8, 12].map((count) => layOut(groups(count), PLACE, HD).size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(sizes[0]).toBe(sizesFor(HD).most)
  expect(layOut(groups(4, 4), PLACE, HD).pages).toHaveLength(1)
  const many = layOut(groups(60), PLACE, HD)
  expect(many.size).toBe(sizesFor(HD).least)
  expect(many.pages.length).toBeGreaterThan(1)
})

test('fits two readable columns on an upright screen', () => {
  const layout = layOut(groups(20, 20), { width: 992, height: 1500 }, { width: 1080, height: 1920 })
  expect(layout.across).toBe(2)
})

test('uses at least three centimetres on a 43-inch screen', () => {
  const centimetres = (sizesFor(HD).least / 1080) * 53.5
  expect(centimetres).toBeGreaterThanOrEqual(3)
})

test('copes with nobody and with a box without height', () => {
  expect(layOut([], PLACE, HD).pages).toEqual([[]])
  expect(peopleOn(layOut(groups(3), { width: 100, height: 10 }, HD))).toHaveLength(3)
})

test('makes a row with a due time higher, and still cuts nothing', () => {
  const people = groups(40, 3)
  const hasDue = (person: number) => person % 3 === 0
  const plain = layOut(people, PLACE, HD)
  const due = layOut(people, PLACE, HD, { hasDue })
  expect(peopleOn(due)).toEqual(peopleOn(plain))
  expect(due.pages.length).toBeGreaterThanOrEqual(plain.pages.length)
  for (const column of due.pages.flat()) {
    const rows = column.flatMap(({ people }) => people)
    const lines = rows.filter(hasDue).length * EM.more
    expect(extent([column], due.size).height + lines * due.size).toBeLessThanOrEqual(PLACE.height + 1e-6)
  }
  expect(peopleOn(layOut(groups(2), { width: 100, height: 10 }, HD, { hasDue: () => true }))).toHaveLength(2)
})

/** Returns the names that cannot be seen whole, and the height of the highest column. */
function shownOf({ size, across, isTight, pages }: ReturnType<typeof layOut>, nameOf: (person: number) => string) {
  const width = columnWidth(PLACE.width, across, size)
  const fits = (person: number) => fitOf(nameOf(person), width, isTight)
  const heights = pages
    .flat()
    .map((column) =>
      column.reduce(
        (sum, { people }) =>
          sum + EM.heading + people.reduce((rows, person) => rows + heightOf(fits(person).height, 0), 0),
        (column.length - 1) * EM.between,
      ),
    )
  const cut = pages.flat(2).flatMap(({ people }) => people.filter((person) => fits(person).isCut))
  return { cut, height: Math.max(...heights) * size }
}

const LONGEST = 'Maximiliane Wolkenstein-Trostburg von und zu Hohenlinden'

test.each([[[1]], [[1, 1]], [[2, 3]], [[4, 4]], [[4, 3]]])('%j with long names: shows each whole', (counts) => {
  const nameOf = (person: number) => (person % 3 === 0 ? LONGEST : 'Bo Ek')
  const layout = layOut(groups(...counts), PLACE, HD, { nameOf })
  expect(layout.pages).toHaveLength(1)
  const { cut, height } = shownOf(layout, nameOf)
  expect(cut).toEqual([])
  expect(height).toBeLessThanOrEqual(PLACE.height + 1e-6)
})

test('shows a single long name as large as a short one', () => {
  expect(layOut(groups(1), PLACE, HD, { nameOf: () => LONGEST }).size).toBe(sizesFor(HD).most)
})

test('shows an unbreakable name whole when few are away', () => {
  const nameOf = (person: number) => (person === 0 ? 'x'.repeat(150) : 'Bo Ek')
  const layout = layOut(groups(3), PLACE, HD, { nameOf })
  expect(layout.pages).toHaveLength(1)
  expect(shownOf(layout, nameOf).cut).toEqual([])
})

test('shrinks nobody else for a name that fits at no size', () => {
  const nameOf = (person: number) => (person === 0 ? 'x'.repeat(400) : 'Bo Ek')
  expect(layOut(groups(3), PLACE, HD, { nameOf }).size).toBe(layOut(groups(3), PLACE, HD).size)
})

test('cuts as few names as possible', () => {
  const nameOf = (person: number) => ['x'.repeat(400), LONGEST, LONGEST][person % 1_000] ?? 'Bo Ek'
  const layout = layOut(groups(6), PLACE, HD, { nameOf })
  expect(layout.pages).toHaveLength(1)
  expect(shownOf(layout, nameOf).cut).toEqual([0])
})

test('prefers narrower columns and smaller names to a second page', () => {
  // Seven departments of one person each, all due back: three of them in one column are too high.
  const nameOf = () => 'Élodie Nakamura'
  const each = layOut(groups(1, 1, 1, 1, 1, 1, 1), PLACE, HD, { nameOf, hasDue: () => true })
  expect(each.pages).toHaveLength(1)
  expect(each.across).toBe(4)
  const longer = () => 'Björn Hernández'
  const tight = layOut(groups(3, 3, 3), PLACE, HD, { nameOf: longer, hasDue: () => true })
  expect(tight.pages).toHaveLength(1)
  expect(tight.isTight).toBe(true)
})

test('continues a department in the next column before it uses a second page', () => {
  const laptop = [
    { width: 1384, height: 600 },
    { width: 1440, height: 900 },
  ] as const
  for (const counts of [
    [3, 2, 2],
    [1, 4, 2],
    [2, 2, 2, 1],
  ]) {
    const layout = layOut(groups(...counts), ...laptop)
    expect(layout.pages, String(counts)).toHaveLength(1)
    expect(peopleOn(layout)).toHaveLength(7)
  }
})

test('fits seven people with due times on one page of a laptop', () => {
  const layout = layOut(
    groups(3, 2, 2),
    { width: 1368, height: 637 },
    { width: 1440, height: 900 },
    { hasDue: () => true },
  )
  expect(layout.pages).toHaveLength(1)
  expect(layout.across).toBe(3)
})

test('fills the first of several pages with all columns that fit', () => {
  const { across, pages } = layOut(groups(6, 5, 5), PLACE, HD, { hasDue: (person) => person % 2 === 0 })
  expect(pages).toHaveLength(2)
  expect([across, pages[0]?.length]).toEqual([3, 3])
})
