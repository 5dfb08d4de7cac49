import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

/** A typeface in which a character is as wide as its value in base 36: `0` is 0, `a` is 10, `z` is 35. */
class Canvas {
  getContext() {
    return { font: '', measureText: (letter: string) => ({ width: Number.parseInt(letter, 36) }) }
  }
}

test('measures a letter on this screen, with a little margin', async () => {
  vi.stubGlobal('OffscreenCanvas', Canvas)
  const { letterWidth } = await import('./letter-width.ts')
  expect(letterWidth('z')).toBeCloseTo(0.35 * 1.02)
  expect(letterWidth('a')).toBeCloseTo(0.1 * 1.02)
})

test('gives every digit the width of the widest', async () => {
  vi.stubGlobal('OffscreenCanvas', Canvas)
  const { letterWidth } = await import('./letter-width.ts')
  expect(['0', '1', '9'].map(letterWidth)).toEqual(Array(3).fill(letterWidth('9')))
  expect(letterWidth('9')).toBeCloseTo(0.09 * 1.02)
})

test('falls back to the widths of a wide typeface', async () => {
  const { letterWidth } = await import('./letter-width.ts')
  expect(['M', 'i', 'n'].map(letterWidth)).toEqual([1.07, 0.38, 0.7])
})
