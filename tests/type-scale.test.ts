/**
 * The whole portal uses one type scale (src/theme.ts): a size between its steps looks accidental, and each combination of
 * size and weight is a font that a launch has to look up, at two milliseconds on a phone. The wall has sizes of its own,
 * relative to its screen.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { theme } from '#src/theme.ts'

const SIZES = Object.values(theme.fontSizes ?? {})
const WEIGHTS = ['400', '600']
/** The one file with bold text, which the spec asks for (§2). No launch begins on that screen. */
const BOLD = join('apps', 'mood', 'ReportsView.module.css')

const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
const declared = (property: string) =>
  styles.flatMap((file) =>
    [...readFileSync(join('src', file), 'utf8').matchAll(new RegExp(`\\b${property}: ([^;]+);`, 'g'))].map(
      ([, value = '']) => ({
        file,
        value,
      }),
    ),
  )

test('every font size in rem is a step of the scale', () => {
  expect(SIZES).toHaveLength(5)
  expect(declared('font-size').filter(({ value }) => /^[\d.]+rem$/.test(value) && !SIZES.includes(value))).toEqual([])
})

test('every font weight is one of two, except the bold weeks that the spec asks for', () => {
  expect(theme.headings?.fontWeight).toBe('600')
  const others = declared('font-weight').filter(({ value }) => value !== 'inherit' && !WEIGHTS.includes(value))
  expect(others).toEqual([{ file: BOLD, value: '700' }])
})
