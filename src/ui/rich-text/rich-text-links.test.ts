import { expect, test } from 'vitest'
import { isWholeAddress, wholeAddress } from './rich-text-links.ts'

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  [' http://example.com ', 'http://example.com'],
  ['example.com', 'https://example.com'],
  ['localhost:8000/x', 'https://localhost:8000/x'],
  ['//example.com', 'https://example.com'],
  ['/app/onbreak', 'https://portal.example/app/onbreak'],
  ['ines@example.com', 'mailto:ines@example.com'],
  ['mailto:ines@example.com', 'mailto:ines@example.com'],
])('%s means %s', (typed, address) => {
  expect(wholeAddress(typed, 'https://portal.example')).toBe(address)
  expect(isWholeAddress(address)).toBe(true)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'vbscript:x'])('%s leads nowhere', (typed) =>
  expect(isWholeAddress(wholeAddress(typed, 'https://portal.example'))).toBe(false),
)
