import { expect, test } from 'vitest'
import { rowOrder } from './row-order.ts'

interface Runner {
  readonly name: string
  readonly seconds: number
}
const bySeconds = (a: Runner, b: Runner) => a.seconds - b.seconds

/** Returns a seeded random generator: the same numbers in each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test('rows are in the order of a sort, equal ones as they came, however they change', () => {
  const roll = dice(7)
  const runner = (name: number): Runner => ({ name: `Runner ${name}`, seconds: roll(20) })
  const inOrder = rowOrder(bySeconds)
  let rows = Array.from({ length: 200 }, (_, name) => runner(name))
  for (let round = 0; round < 500; round++) {
    const kind = roll(20)
    if (kind === 0) rows = [...rows, runner(1_000 + round)]
    else if (kind === 1) rows = rows.slice(1)
    else if (kind === 2) rows = rows.toReversed()
    else {
      const changed = new Set(Array.from({ length: roll(kind === 3 ? 60 : 6) }, () => roll(rows.length)))
      rows = rows.map((row, at) => (changed.has(at) ? runner(at) : row))
    }
    expect(inOrder(rows)).toEqual(rows.toSorted(bySeconds))
  }
})

test('one changed row is compared with few others', () => {
  let compared = 0
  const inOrder = rowOrder<Runner>((a, b) => {
    compared++
    return bySeconds(a, b)
  })
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ name: String(at), seconds: at }))
  inOrder(rows)
  compared = 0
  const slower = rows.with(3, { name: '3', seconds: 500.5 })
  expect(inOrder(slower).findIndex(({ name }) => name === '3')).toBe(500)
  expect(compared).toBeLessThan(12)
})
