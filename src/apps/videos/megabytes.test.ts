import { expect, test } from 'vitest'
import { megabytes } from './megabytes.ts'

test.each([
  [0, '0.0'],
  [1, '0.1'],
  [52_000, '0.1'],
  [1_048_576, '1.0'],
  [12_897_485, '12.3'],
])('formats %i bytes as %s MB, never a file as nothing', (bytes, said) => {
  expect(megabytes(bytes)).toBe(said)
})
