import { describe, expect, test } from 'vitest'
import { EM, type Group, layOut, shrinkOf, sizesFor } from './layout.ts'

const HD = { width: 1920, height: 1080 }
const PLACE = { width: 1840, height: 760 }

/** Departments of so many people each. */
const groups = (...counts: number[]): Group<number>[] =>
  counts.map((count, index) => ({
    department: `Department ${index}`,
    people: Array.from({ length: count }, (_, person) => index * 1_000 + person),
  }))

const peopleOn = ({ pages }: ReturnType<typeof layOut<number>>) => pages.flat(2).flatMap(({ people }) => people)

/** How high and wide what is shown at once becomes. */
function extent(groupsShown: readonly (readonly Group<number>[])[], size: number) {
  const heights = groupsShown.map((column) =>
    column.reduce((sum, { people }) => sum + EM.heading + people.length * EM.row, (column.length - 1) * EM.between),
  )
  const width = groupsShown.length * (EM.column + EM.gutter) - EM.gutter
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
  ])('%j: everybody is shown once, nothing is cut, and all can be read', (counts) => {
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

test('fewer people are shown larger, and pages come only where the least would be too small', () => {
  const sizes = [1, 4, 8, 12].map((count) => layOut(groups(count), PLACE, HD).size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(sizes[0]).toBe(sizesFor(HD).most)
  expect(layOut(groups(4, 4), PLACE, HD).pages).toHaveLength(1)
  const many = layOut(groups(60), PLACE, HD)
  expect(many.size).toBe(sizesFor(HD).least)
  expect(many.pages.length).toBeGreaterThan(1)
})

test('the least is three centimetres on a screen of 43 inches', () => {
  const centimetres = (sizesFor(HD).least / 1080) * 53.5
  expect(centimetres).toBeGreaterThanOrEqual(3)
})

test('nobody, and a place without height, are no trouble', () => {
  expect(layOut([], PLACE, HD).pages).toEqual([[]])
  expect(peopleOn(layOut(groups(3), { width: 100, height: 10 }, HD))).toHaveLength(3)
})

test('a row that says when somebody is due back is higher, and still nothing is cut', () => {
  const people = groups(40, 3)
  const hasDue = (person: number) => person % 3 === 0
  const plain = layOut(people, PLACE, HD)
  const due = layOut(people, PLACE, HD, hasDue)
  expect(peopleOn(due)).toEqual(peopleOn(plain))
  expect(due.pages.length).toBeGreaterThanOrEqual(plain.pages.length)
  for (const column of due.pages.flat()) {
    const rows = column.flatMap(({ people }) => people)
    const lines = rows.filter(hasDue).length * EM.due
    expect(extent([column], due.size).height + lines * due.size).toBeLessThanOrEqual(PLACE.height + 1e-6)
  }
  expect(peopleOn(layOut(groups(2), { width: 100, height: 10 }, HD, () => true))).toHaveLength(2)
})

test('a long name becomes smaller before it is cut short', () => {
  expect(shrinkOf('Bo', 600, 60)).toBe(1)
  const shrink = shrinkOf('Maximiliane Schwarzenberg', 600, 60)
  expect(shrink).toBeLessThan(1)
  expect('Maximiliane Schwarzenberg'.length * 0.62 * 60 * shrink).toBeLessThanOrEqual(600 + 1e-6)
  expect(shrinkOf('x'.repeat(150), 600, 60)).toBe(0.6)
})
