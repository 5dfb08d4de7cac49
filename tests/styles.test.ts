/**
 * Rules of all style sheets. The whole portal uses one type scale (src/theme.ts): a size between its steps looks
 * accidental, and each combination of size and weight is a font that a launch has to look up, at two milliseconds on a
 * phone. The wall has sizes of its own, relative to its screen.
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

/** Whether a selector under the pointer looks like the same one elsewhere, so that a finger leaves nothing behind. */
const isSame = (selectors: readonly string[], selector: string) => selectors.includes(selector.replace(':hover', ''))

test('what changes under the pointer does so only where one can hover: on a phone a tap would leave it changed', () => {
  const others = styles.flatMap((file) => {
    const css = readFileSync(join('src', file), 'utf8').replace(/@media \(hover: hover\) \{[\s\S]*?\n\}/g, '')
    return [...css.matchAll(/([^{}]*:hover[^{}]*)\{/g)].flatMap(([, list = '']) => {
      const selectors = list.split(',\n').map((each) => each.trim())
      return selectors.filter((each) => each.includes(':hover') && !isSame(selectors, each))
    })
  })
  expect(others).toEqual([])
})

/** Empties the parentheses, innermost first. */
function withoutArguments(css: string): string {
  const inner = css.replace(/\([^()]+\)/g, '()')
  return inner === css ? css : withoutArguments(inner)
}

test('no rule is for what follows any element: each row added or moved would restyle all rows after it', () => {
  const others = styles.flatMap((file) =>
    [...withoutArguments(readFileSync(join('src', file), 'utf8')).matchAll(/([^\s,]+)\s+~\s/g)]
      .filter(([, before = '']) => !/[.#[]|^\w/.test(before))
      .map(([found]) => `${file}: ${found}`),
  )
  expect(others).toEqual([])
})
