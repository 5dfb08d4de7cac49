/** The built portal in a folder of its own, where it can be replaced by the next version of itself as often as one likes. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
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

interface Template {
  readonly name: string
  readonly content: Buffer
}

const isText = (name: string) => /\.(?:js|css|html|svg|webmanifest|json)$/.test(name)
/** A name that Vite made from a file's content. */
const ASSET = /[\w.$~-]+-[\w-]{8}\.\w+/g

/** Every file of the page as it was built; what was compressed beforehand is left out, for the sake of time. */
const readBuilt = (): Template[] =>
  readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { name: path.slice(root.length + '/dist/'.length), content: readFileSync(path) }
    })

/** What a build would name anew: the files that hold the version, those that name one of these, and so on. */
function changedBy(version: string, built: readonly Template[]): ReadonlySet<string> {
  const texts = built
    .filter(({ name }) => name.startsWith('assets/') && isText(name))
    .map(({ name, content }) => ({ name: name.slice('assets/'.length), text: content.toString() }))
  const changed = new Set<string>()
  let before: number
  do {
    before = changed.size
    for (const { name, text } of texts)
      if (text.includes(version) || text.match(ASSET)?.some((named) => changed.has(named))) changed.add(name)
  } while (changed.size > before)
  return changed
}

export function openReleases(): Releases {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-releases-'))
  const built = readBuilt()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const changed = changedBy(version, built)
  let count = 0

  const mark = () => `r${count.toString(36).padStart(3, '0')}`
  const nameNow = (name: string) => (changed.has(name) ? name.replace(/.{4}(\.\w+)$/, `${mark()}$1`) : name)
  const versionNow = () => version.replace(/\d+$/, String(count))

  function write(): void {
    let shell = ''
    // The worker comes last: it says of the shell which one it is.
    for (const { name, content } of built.toSorted((a, b) => Number(a.name === 'sw.js') - Number(b.name === 'sw.js'))) {
      const path = join(folder, 'dist', name.startsWith('assets/') ? `assets/${nameNow(name.slice(7))}` : name)
      mkdirSync(dirname(path), { recursive: true })
      if (!isText(name)) {
        writeFileSync(path, content)
        continue
      }
      let text = content.toString().replace(ASSET, nameNow)
      if (name.startsWith('assets/')) text = text.replaceAll(version, versionNow())
      if (name === 'index.html') shell = createHash('md5').update(text).digest('hex')
      if (name === 'sw.js')
        text = text.replace(/"revision":"\w+","url":"index.html"/, `"revision":"${shell}","url":"index.html"`)
      writeFileSync(path, text)
    }
    mkdirSync(join(folder, 'dist-server'), { recursive: true })
    writeFileSync(join(folder, 'dist-server', 'built'), new Date().toISOString())
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: versionNow() }))
  }

  write()
  copyFileSync(join(root, 'dist-server', 'main.js'), join(folder, 'dist-server', 'main.js'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    program: join(folder, 'dist-server', 'main.js'),
    mark,
    next() {
      execFileSync(process.execPath, [join(root, 'scripts', 'keep-old-code.mjs')], { cwd: folder })
      count += 1
      write()
      return versionNow()
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
