/**
 * One type scale for the whole portal (src/theme.ts): what is between its steps looks like chance, and each size in each
 * weight is a font that a launch has to look up, two milliseconds on a phone. The wall has sizes of its own, by its screen.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { theme } from '#src/theme.ts'

const SIZES = Object.values(theme.fontSizes ?? {})
const WEIGHTS = ['400', '600']
/** What the spec calls bold (§2) is bold, on a screen that no launch begins with. */
const BOLD = join('apps', 'mood', 'ReportsView.module.css')

const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
const said = (property: string) =>
  styles.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(new RegExp(`\\b${property}: ([^;]+);`, 'g'))].map(
      ([, value = '']) => ({
        file,
        value,
      }),
    ),
  )

test('a size in rem is a step of the scale', () => {
  expect(SIZES).toHaveLength(5)
  expect(said('font-size').filter(({ value }) => /^[\d.]+rem$/.test(value) && !SIZES.includes(value))).toEqual([])
})

test('a weight is one of two, but for the weeks that the spec wants in bold', () => {
  expect(theme.headings?.fontWeight).toBe('600')
  const others = said('font-weight').filter(({ value }) => value !== 'inherit' && !WEIGHTS.includes(value))
  expect(others).toEqual([{ file: BOLD, value: '700' }])
})
