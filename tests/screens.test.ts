/** Compares the worker's list of screens with the router's: a screen missing from it would not open without a network. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isKnownRoute, knownRoutes } from '#contract/screens.ts'

/** Returns every path of the generated route tree, spelled as in the worker's list. */
function routedPaths(): string[] {
  const tree = readFileSync(new URL('../src/routeTree.gen.ts', import.meta.url), 'utf8')
  const union = /\bfullPaths:\n((?:\s+\| '[^']+'\n)+)/.exec(tree)?.[1] ?? ''
  const paths = [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  return [...new Set(paths.map((path) => path.replace(/(?<=.)\/$/, '').replaceAll('$id', ':id')))]
}

test('the worker’s list has every screen, and nothing else', () => {
  const screens = routedPaths().filter((path) => !path.endsWith('$'))
  expect(screens.length).toBeGreaterThan(20)
  expect([...knownRoutes].sort()).toEqual(screens.sort())
})

test.each(['/', '/app/onbreak', '/app/onbreak/', '/app/onbreak/7/edit', '/app/onboarding/12'])(
  '%s is a screen',
  (path) => expect(isKnownRoute(path)).toBe(true),
)

test.each([
  '/app/api-docs',
  '/app/server-status',
  '/app/some-app',
  '/app/onbreak/7',
  '/api/health',
  '/media/a.webp',
  '/no-such-page',
  '/app/onboarding/7/more',
])('%s is left to the network', (path) => expect(isKnownRoute(path)).toBe(false))
