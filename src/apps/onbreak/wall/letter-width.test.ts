import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

/** A face in which a letter is as wide as its place in the alphabet says, and a digit as its value. */
class Canvas {
  getContext() {
    return { font: '', measureText: (letter: string) => ({ width: Number.parseInt(letter, 36) }) }
  }
}

test('a letter is as wide as this screen draws it, and a little more', async () => {
  vi.stubGlobal('OffscreenCanvas', Canvas)
  const { letterWidth } = await import('./letter-width.ts')
  expect(letterWidth('z')).toBeCloseTo(0.35 * 1.02)
  expect(letterWidth('a')).toBeCloseTo(0.1 * 1.02)
})

test('every digit is as wide as the widest, as it is drawn', async () => {
  vi.stubGlobal('OffscreenCanvas', Canvas)
  const { letterWidth } = await import('./letter-width.ts')
  expect(['0', '1', '9'].map(letterWidth)).toEqual(Array(3).fill(letterWidth('9')))
  expect(letterWidth('9')).toBeCloseTo(0.09 * 1.02)
})

test('where nothing can be measured it is as wide as in a wide face', async () => {
  const { letterWidth } = await import('./letter-width.ts')
  expect(['M', 'i', 'n'].map(letterWidth)).toEqual([1.07, 0.38, 0.7])
})
