/** Rules of the architecture: the rooms (top-level folders), what each may import, and which file alone may use an API. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { keysOf } from '#contract/records.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MAX_LINES = 350

interface Source {
  readonly path: string
  readonly text: string
}

const sourcesOf = (room: string): Source[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('routeTree.gen'))
    .map((path) => ({ path: join(room, path), text: readFileSync(join(root, room, path), 'utf8') }))

const isTest = ({ path }: Source) => /\.(?:test|spec)\.tsx?$/.test(path)
const rooms = {
  contract: sourcesOf('contract'),
  server: sourcesOf('server'),
  src: sourcesOf('src'),
  sw: sourcesOf('sw'),
}
const shipped = Object.values(rooms).flatMap((sources) => sources.filter((source) => !isTest(source)))
const everything = [...Object.values(rooms).flat(), ...sourcesOf('tests'), ...sourcesOf('scripts')]

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')

// The lookbehind skips a path that ends in `from` or `import`.
const IMPORT = /(?<!\/)\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** Returns what a file imports: our files as paths from the root (`src/ui/Clock.tsx`), packages by name. */
function importsOf({ path, text }: Source): string[] {
  return [...withoutComments(text).matchAll(IMPORT)].map(([, specifier = '']) => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    return specifier.startsWith('.') ? relative(root, join(root, dirname(path), specifier)) : specifier
  })
}

const isOurs = (target: string) => /^(?:contract|server|src|sw|tests|scripts)\//.test(target)

/** Returns the imports in these files that lead to a file of ours outside the `allowed` path prefixes. */
const forbiddenImports = (sources: readonly Source[], allowed: readonly string[]) =>
  sources
    .filter((source) => !isTest(source))
    .flatMap((source) => importsOf(source).map((target) => ({ path: source.path, target })))
    .filter(
      ({ target }) => isOurs(target) && !target.endsWith('.css') && !allowed.some((door) => target.startsWith(door)),
    )
    .map(({ path, target }) => `${path} → ${target}`)

/** Follows our imports from these files on; returns each file reached → its imports. Skips type imports, like a build. */
function importsFrom(paths: readonly string[]): Map<string, string[]> {
  const sources = new Map(everything.map((source) => [source.path, source]))
  const found = new Map<string, string[]>()
  const look = (path: string): void => {
    const source = sources.get(path)
    if (!source || found.has(path)) return
    const text = source.text.replace(/^import type [^;']*'[^']+'$/gm, '')
    found.set(path, importsOf({ path, text }))
    found.get(path)?.forEach(look)
  }
  paths.forEach(look)
  return found
}

const filesThat = (pattern: RegExp, sources: readonly Source[]) =>
  sources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)

describe('rooms import only what they may', () => {
  const MAY: Readonly<Record<keyof typeof rooms, readonly string[]>> = {
    contract: ['contract/'],
    server: ['server/', 'contract/'],
    src: ['src/', 'contract/'],
    sw: ['sw/', 'contract/', 'src/offline/', 'src/lib/'],
  }
  for (const room of keysOf(MAY)) test(room, () => expect(forbiddenImports(rooms[room], MAY[room])).toEqual([]))

  test('the contract needs nothing but zod', () => {
    const foreign = rooms.contract
      .filter((source) => !isTest(source))
      .flatMap(importsOf)
      .filter((target) => !isOurs(target))
    expect(new Set(foreign)).toEqual(new Set(['zod/mini']))
  })

  test('the worker imports neither React nor Mantine, not even indirectly', () => {
    const worker = rooms.sw.filter((source) => !isTest(source)).map(({ path }) => path)
    const packages = [...importsFrom(worker)].flatMap(([, targets]) => targets.filter((target) => !isOurs(target)))
    expect(packages).toContain('dexie')
    expect(packages.filter((target) => /react|mantine/.test(target))).toEqual([])
  })
})

/** The app files that `server/live` may import: they know who is on the board and which display may see it. */
const LIVE_OF_APPS = ['server/apps/onbreak/board.ts', 'server/apps/displays/store.ts']

describe('inside the server', () => {
  /** A folder of the server → the paths that it may import from, besides the contract. */
  const MAY: Readonly<Record<string, readonly string[]>> = {
    'server/lib/': ['server/lib/'],
    'server/db/': ['server/db/', 'server/lib/', 'server/config.ts'],
    'server/http/': ['server/http/', 'server/db/', 'server/lib/', 'server/config.ts', 'server/deps.ts'],
    'server/live/': ['server/live/', 'server/http/', 'server/db/', 'server/lib/', 'server/deps.ts', ...LIVE_OF_APPS],
    'server/apps/': ['server/apps/', 'server/live/', 'server/http/', 'server/db/', 'server/lib/', 'server/deps.ts'],
    'server/notifications/': [
      'server/notifications/',
      'server/apps/',
      'server/http/',
      'server/db/',
      'server/lib/',
      'server/deps.ts',
    ],
    'server/demo/': ['server/demo/', 'server/apps/', 'server/db/', 'server/lib/'],
  }
  for (const [folder, allowed] of Object.entries(MAY))
    test(folder, () => {
      const within = rooms.server.filter(({ path }) => path.startsWith(folder))
      expect(within).not.toEqual([])
      expect(forbiddenImports(within, [...allowed, 'contract/'])).toEqual([])
    })
})

describe('inside the page', () => {
  /** A folder of the page → the folders that it may import from, itself included, besides the contract. */
  const MAY: Readonly<Record<string, readonly string[]>> = {
    // The text of a refused request may be shown anywhere.
    'src/lib/': ['src/lib/', 'src/api/problem.ts'],
    'src/ui/': ['src/ui/', 'src/lib/', 'src/api/problem.ts'],
    'src/offline/': ['src/offline/', 'src/lib/', 'src/api/'],
    'src/api/': ['src/api/', 'src/lib/'],
    'src/forms/': ['src/forms/', 'src/api/', 'src/ui/', 'src/lib/'],
    'src/screen/': ['src/screen/', 'src/offline/', 'src/api/', 'src/ui/', 'src/lib/'],
    'src/apps/': ['src/apps/', 'src/screen/', 'src/forms/', 'src/offline/', 'src/api/', 'src/ui/', 'src/lib/'],
    'src/shell/': ['src/shell/', 'src/apps/', 'src/screen/', 'src/offline/', 'src/api/', 'src/ui/', 'src/lib/'],
    'src/routes/': ['src/routes/', 'src/shell/', 'src/apps/', 'src/screen/', 'src/api/', 'src/ui/', 'src/lib/'],
  }
  for (const [folder, allowed] of Object.entries(MAY))
    test(folder, () => {
      const inside = rooms.src.filter(({ path }) => path.startsWith(folder))
      expect(forbiddenImports(inside, [...allowed, 'contract/'])).toEqual([])
    })

  test('src/ui imports neither the query client nor the router', () => {
    const importing = rooms.src
      .filter((source) => source.path.startsWith('src/ui/') && !isTest(source))
      .filter((source) => importsOf(source).some((target) => /^@tanstack\/react-(?:query|router)$/.test(target)))
    expect(importing.map(({ path }) => path)).toEqual([])
  })

  test('offline modules other than hooks import neither React nor Mantine', () => {
    const modules = rooms.src.filter(({ path }) => path.startsWith('src/offline/') && !/\/use-[^/]+$/.test(path))
    const needed = modules.flatMap((source) => importsOf(source).map((target) => `${source.path} → ${target}`))
    expect(needed.filter((line) => /→ (?:react|react-dom(?:\/.+)?|@mantine\/.+)$/.test(line))).toEqual([])
  })

  test('Dexie is loaded by the outbox engine alone, never with the first screen', () => {
    const importers = (target: string) =>
      rooms.src
        .filter((source) => !isTest(source) && !source.path.startsWith('src/offline/use-'))
        .filter(({ text }) => new RegExp(`^import (?!type )[^;']*?from '[^']*${target}'`, 'm').test(text))
        .map(({ path }) => path)
    expect(importers('dexie')).toEqual(['src/offline/db.ts', 'src/offline/engine.ts'])
    expect(importers('/db.ts')).toEqual(['src/offline/engine.ts'])
    expect(importers('/engine.ts')).toEqual([])
  })

  test('the table of all calls stays out of the page', () => {
    expect(
      rooms.src.filter((source) => importsOf(source).includes('contract/calls.ts')).map(({ path }) => path),
    ).toEqual([])
  })
})

test('an app never imports another app', () => {
  const appOf = (path: string) => /^(src|server)\/apps\/([^/]+)\//.exec(path)?.slice(1).join('/')
  const found = [...rooms.src, ...rooms.server]
    .filter((source) => !isTest(source))
    .flatMap((source) => importsOf(source).map((target) => [source.path, target] as const))
    .filter(([path, target]) => appOf(path) && appOf(target) && appOf(path) !== appOf(target))
    // On the server another app's routes and store may be imported.
    .filter(([path, target]) => !(path.startsWith('server/') && /\/(?:store|routes)\.ts$/.test(target)))
  expect(found.map(([path, target]) => `${path} → ${target}`)).toEqual([])
})

test('no modules of contract and server import each other in a circle, not even for their types', () => {
  const imports = new Map([...rooms.contract, ...rooms.server].map((source) => [source.path, importsOf(source)]))
  const done = new Set<string>()
  const circlesFrom = (path: string, way: readonly string[]): string[] => {
    const begin = way.indexOf(path)
    if (begin >= 0) return [[...way.slice(begin), path].join(' → ')]
    if (done.has(path)) return []
    const found = (imports.get(path) ?? []).flatMap((target) => circlesFrom(target, [...way, path]))
    done.add(path)
    return found
  }
  expect([...imports.keys()].flatMap((path) => circlesFrom(path, []))).toEqual([])
})

describe('only one place', () => {
  test('reads the environment', () => {
    expect(filesThat(/process\.env/, shipped)).toEqual(['server/config.ts'])
  })
  test('of the page makes requests', () => {
    expect(
      filesThat(
        /(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon/,
        [...rooms.src, ...rooms.contract].filter((source) => !isTest(source)),
      ),
    ).toEqual(['src/api/fetch.ts'])
  })
  test('of the page opens a socket', () => {
    const found = rooms.src.filter(
      (source) => !isTest(source) && importsOf(source).some((target) => target.startsWith('partysocket')),
    )
    expect(found.map(({ path }) => path)).toEqual(['src/api/live.ts'])
    const others = rooms.src.filter(({ path }) => path !== 'src/api/live.ts')
    expect(filesThat(/new (?:WebSocket|EventSource)\(/, others)).toEqual([])
  })
  test('spells the paths of calls: the contract', () => {
    const elsewhere = [...rooms.src, ...rooms.sw].filter((source) => !isTest(source))
    expect(filesThat(/['"`]\/api\/[a-z]/, elsewhere)).toEqual([])
  })
})

test('nothing imports Mantine’s style sheets, as its components bring their own in a layer below ours', () => {
  expect(filesThat(/@mantine\/core\/styles|@mantine\/\w+\/styles\.css/, rooms.src)).toEqual([])
})

describe('every file', () => {
  test(`has at most ${MAX_LINES} lines`, () => {
    const long = everything.filter(({ text }) => text.split('\n').length > MAX_LINES)
    expect(long.map(({ path }) => path)).toEqual([])
  })
  test('is no barrel', () => {
    expect(filesThat(/^export \* from/m, shipped)).toEqual([])
    expect(
      shipped
        .filter(({ path }) => /\/index\.tsx?$/.test(path) && !path.startsWith('src/routes/'))
        .map(({ path }) => path),
    ).toEqual([])
  })
  test('turns off no type check', () => {
    expect(filesThat(/@ts-(?:ignore|nocheck|expect-error)|:\s*any\b|\bas any\b/, shipped)).toEqual([])
  })
  test('has no mark of unfinished work', () => {
    const words = new RegExp(['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].map((word) => `\\b${word}\\b`).join('|'))
    expect(everything.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
  })
  test('names no path of a machine', () => {
    const paths = new RegExp(['/ho' + 'me/', '/Use' + 'rs/', '/wo' + 'rk/', '/ro' + 'ot/'].join('|'))
    expect(everything.filter(({ text }) => paths.test(text)).map(({ path }) => path)).toEqual([])
  })
})

test('a start looks for changes of the build’s scripts and configuration, as of the sources', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const steps = JSON.parse(read('package.json')).scripts.build.match(/scripts\/build\/[\w-]+\.mjs/g)
  const configs = ['vite.config.ts', 'vite.server.config.ts']
  const plugins = configs.flatMap((path) => importsOf({ path, text: read(path) })).filter(isOurs)
  const sources = [...read('scripts/build-if-needed.mjs').matchAll(/^ {2}'([^']+)',$/gm)].map(([, path]) => path)
  const isChecked = (path: string) => sources.some((source) => path === source || path.startsWith(`${source}/`))
  expect([...steps, ...configs, ...plugins].filter((path) => !isChecked(path))).toEqual([])
})

describe('docs/rules.md', () => {
  const styles = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
  /** Source texts without line breaks and comment marks, since a citation may run over the end of a line. */
  const texts = [...everything.map(({ text }) => text), ...styles].map((text) =>
    text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' '),
  )
  const PLACE = /§[\d.]*\d|“[^”]+”/g
  const places = (page: string, cited: string) =>
    // The spec is cited by paragraph; a quoted name after it is a part of that paragraph.
    (cited.match(PLACE) ?? [])
      .filter((place) => page !== 'spec' || place.startsWith('§'))
      .map((place) => `${page} ${place}`)

  test('lists each paragraph that a comment cites, and no other', () => {
    const CITATION = /\b(spec|wire\.md|offline\.md)((?:,? (?:§[\d.]*\d|“[^”]+”))+)/gi
    const cited = texts.flatMap((text) =>
      [...text.matchAll(CITATION)].flatMap(([, page = '', where = '']) => places(page.toLowerCase(), where)),
    )
    const told = [...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^\| ([^|]+[^ |]) \| /gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'cited as')
    expect(told.sort()).toEqual([...new Set(cited)].sort())
  })

  test('lists the only pages that a comment names', () => {
    const named = texts.flatMap((text) => text.match(/\b[\w-]+\.md\b/g) ?? [])
    expect([...new Set(named)].sort()).toEqual(['offline.md', 'rules.md', 'wire.md'])
  })
})

test('the package lock has no address of a registry', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/)
})
