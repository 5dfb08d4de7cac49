/** A copy of the built portal in a temporary folder, which can be replaced by a next version any number of times. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface Releases {
  /** The server's code. */
  readonly program: string
  /** Replaces the built files as a build does, old code put aside; returns the version. Restart the server afterwards. */
  next(): string
  /** Returns the current version's mark, which the names of its code files contain. */
  readonly mark: () => string
  end(): void
}

/** Matches the content hash and extension at the end of a file name made by Vite. */
const HASHED = /-[\w-]{8}\.(?:js|css)(?!\w)/g
const endOf = (name: string) => name.match(HASHED)?.at(-1) ?? ''
/** The worker comes last, because it contains the revision of the shell. */
const ENTRIES = ['index.html', 'sw.js']

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

/** Returns the files that a build would rename (name → code): those with the version, those that name them, and so on. */
function changedBy(version: string, assets: string): ReadonlyMap<string, string> {
  const code = new Map(
    readdirSync(assets)
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => [name, read(assets, name)] as const),
  )
  const named = new Map([...code].map(([name, text]) => [name, new Set(text.match(HASHED))]))
  // Classic scripts are not imported by name but read from a global variable (scripts/build/classic-scripts.ts).
  for (const [script, text] of code) {
    const [, place] = /"use strict";.*?this\.(launchCode\.\w+)=/.exec(text) ?? []
    const isRead = place && new RegExp(`[=(,]${place}[;,)]`)
    if (isRead) for (const [name, other] of code) if (isRead.test(other)) named.get(name)?.add(endOf(script))
  }
  const changed = new Map([...code].filter(([, text]) => text.includes(version)))
  // The map grows during the iteration.
  for (const [name] of changed)
    for (const [other, text] of code) if (named.get(other)?.has(endOf(name))) changed.set(other, text)
  return changed
}

export function openReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-releases-'))
  const { version } = JSON.parse(read(root, 'package.json')) as { version: string }
  const changed = changedBy(version, join(root, 'dist', 'assets'))
  const ends = new Set([...changed.keys()].map(endOf))
  const entries = ENTRIES.map((name) => [name, read(join(root, 'dist'), name)] as const)
  let count = 0

  const mark = () => `r${count.toString(36).padStart(3, '0')}`
  const named = (text: string) =>
    text.replace(HASHED, (end) => (ends.has(end) ? end.replace(/.{4}(?=\.)/, mark()) : end))
  const versionNow = () => version.replace(/\d+$/, String(count))

  const at = (...path: readonly string[]) => join(folder, ...path)
  // Omits files compressed at the build: they would not match later releases.
  cpSync(join(root, 'dist'), at('dist'), { recursive: true, filter: (name) => !/\.(?:br|gz)$/.test(name) })
  for (const name of changed.keys()) rmSync(at('dist', 'assets', name))
  cpSync(at('dist', 'assets'), at('same'), { recursive: true })

  function write(): void {
    for (const [name, text] of changed)
      writeFileSync(at('dist', 'assets', named(name)), named(text).replaceAll(version, versionNow()))
    let shell = ''
    for (const [name, content] of entries) {
      const text = named(content)
      if (name === 'index.html') shell = createHash('md5').update(text).digest('hex')
      const revised = text.replace(/"revision":"\w+","url":"index.html"/, `"revision":"${shell}","url":"index.html"`)
      writeFileSync(at('dist', name), revised)
    }
    mkdirSync(at('dist-server'), { recursive: true })
    writeFileSync(at('dist-server', 'built'), new Date().toISOString())
    writeFileSync(at('package.json'), JSON.stringify({ type: 'module', version: versionNow() }))
  }

  write()
  copyFileSync(join(root, 'dist-server', 'main.js'), at('dist-server', 'main.js'))
  symlinkSync(join(root, 'node_modules'), at('node_modules'))
  return {
    program: at('dist-server', 'main.js'),
    mark,
    next() {
      execFileSync(process.execPath, [join(root, 'scripts', 'build', 'keep-old-code.mjs')], { cwd: folder })
      mkdirSync(at('dist', 'assets'))
      for (const name of readdirSync(at('same'))) linkSync(at('same', name), at('dist', 'assets', name))
      count += 1
      write()
      return versionNow()
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
