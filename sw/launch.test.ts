import { afterEach, expect, test, vi } from 'vitest'
import { dropOlderShells, keepShell, launchRoutes } from './launch.ts'

const of = (revision: string) => [
  { url: 'index.html', revision },
  { url: 'assets/first-1a2b.js', revision: null },
  { url: 'icons/icon-192.png', revision: 'c3' },
]
const OURS = 'https://portal.test'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Stubs caches by name. Returns what each holds, by address. */
function device(...names: string[]) {
  const held = new Map(names.map((name) => [name, new Map<string, Response>()]))
  vi.stubGlobal('caches', {
    keys: async () => [...held.keys()],
    delete: async (name: string) => held.delete(name),
    open: async (name: string) => {
      const cache = held.get(name) ?? new Map<string, Response>()
      held.set(name, cache)
      return { put: async (path: string, response: Response) => cache.set(path, response) }
    },
  })
  return held
}

test('routes screens to the cached shell, and files with a content hash to the precache', async () => {
  const [screens, files] = launchRoutes(of('r1'), 'files', OURS)
  const held = device()
  await keepShell(new Response('<html>'), of('r1'))
  expect(screens?.source).toEqual({ cacheName: 'shell-r1' })
  const answered = screens?.condition.or ?? []
  // A screen that is not in the cache would be asked of the network.
  expect(answered.map(({ urlPattern }) => urlPattern?.pathname)).toEqual([...(held.get('shell-r1')?.keys() ?? [])])
  expect(answered.map(({ urlPattern }) => urlPattern?.pathname)).toContain('/app/onbreak')
  for (const { requestMode, urlPattern } of answered)
    expect({ requestMode, search: urlPattern?.search, baseURL: urlPattern?.baseURL }).toEqual({
      requestMode: 'navigate',
      search: '',
      baseURL: OURS,
    })
  expect(files).toEqual({
    condition: { or: [{ urlPattern: { pathname: '/assets/first-1a2b.js', search: '', baseURL: OURS } }] },
    source: { cacheName: 'files' },
  })
})

test('each screen can be answered more than once', async () => {
  const held = device()
  await keepShell(new Response('<html>'), of('r1'))
  const screens = await Promise.all([...(held.get('shell-r1')?.values() ?? [])].map((response) => response.text()))
  expect(screens.length).toBeGreaterThan(1)
  expect(new Set(screens)).toEqual(new Set(['<html>']))
})

test('deletes the shell of an older version and nothing else', async () => {
  const held = device('shell-r1', 'shell-r2', 'api-v1-7', 'media-v1')
  await dropOlderShells(of('r2'))
  expect([...held.keys()]).toEqual(['shell-r2', 'api-v1-7', 'media-v1'])
})
