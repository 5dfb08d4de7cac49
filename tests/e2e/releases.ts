/** The built portal in a folder of its own, where it can be replaced by the next version of itself as often as one likes. */
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
  /** The server that serves them. */
  readonly program: string
  /** Replaces the built files as a build does, the old code put aside first; answers the version. Start the server anew then. */
  next(): string
  /** What tells a version's code from another's: it is in the names of the files. */
  readonly mark: () => string
  end(): void
}

/** The end of a name that Vite made from a file's content. */
const HASHED = /-[\w-]{8}\.(?:js|css)(?!\w)/g
const endOf = (name: string) => name.match(HASHED)?.at(-1) ?? ''
/** The worker comes last: it says of the shell which one it is. */
const ENTRIES = ['index.html', 'sw.js']

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

/** What a build would name anew: the code that holds the version, that which names such code, and so on. */
function changedBy(version: string, assets: string): ReadonlyMap<string, string> {
  const code = new Map(
    readdirSync(assets)
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => [name, read(assets, name)] as const),
  )
  const named = new Map([...code].map(([name, text]) => [name, new Set(text.match(HASHED))]))
  // What a launch begins with is read from where it leaves its exports (scripts/classic-scripts.ts).
  for (const [script, text] of code) {
    const [, place] = /"use strict";.*?this\.(launchCode\.\w+)=/.exec(text) ?? []
    const isRead = place && new RegExp(`[=(,]${place}[;,)]`)
    if (isRead) for (const [name, other] of code) if (isRead.test(other)) named.get(name)?.add(endOf(script))
  }
  const changed = new Map([...code].filter(([, text]) => text.includes(version)))
  // The list grows while it is gone through.
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
  // What was compressed at the build is of one release alone.
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
      execFileSync(process.execPath, [join(root, 'scripts', 'keep-old-code.mjs')], { cwd: folder })
      mkdirSync(at('dist', 'assets'))
      for (const name of readdirSync(at('same'))) linkSync(at('same', name), at('dist', 'assets', name))
      count += 1
      write()
      return versionNow()
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
