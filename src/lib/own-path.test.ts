import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

test.each(['/', '/profile', '/app/onbreak?department=Depot#7', '/login-help', '/registered'])(
  '%s is a path of the portal',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)

test.each([
  ...['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'profile', ''],
  // Browsers drop tabs and line ends, and then read `//`; a backslash is a slash to them.
  ...['/\t/evil.example', '/\n/evil.example', '/\r\\evil.example', '/a\\..\\..\\evil'],
  ...['/login', '/login?redirect=/profile', '/register#top', '/register/', 7, null, undefined],
])('%j leads to the home page instead', (target) => {
  expect(ownPath(target)).toBe('/')
})
