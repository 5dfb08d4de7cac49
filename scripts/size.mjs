/** Fails where the first page or the precache outgrows its budget (performance.md F4), or comes in too many files. Needs a build. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const BUDGET = { script: 150_000, style: 12_000, precache: 600_000 }
/** Each costs every device ten milliseconds when the portal is installed (scripts/code-groups.ts). */
const MOST_FILES = 80

/** @param {string} path */
const brotli = (path) =>
  brotliCompressSync(readFileSync(join('dist', path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

const shell = readFileSync('dist/index.html', 'utf8')
/** @param {RegExp} pattern */
const named = (pattern) => [...shell.matchAll(pattern)].map(([, path = '']) => path)

/** Every script that a module imports before it runs. @param {string} path @param {Set<string>} seen */
function withImports(path, seen) {
  if (seen.has(path)) return
  seen.add(path)
  const code = readFileSync(join('dist', path), 'utf8')
  for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`/assets/${name}`, seen)
}

/** @type {Set<string>} */
const scripts = new Set()
// What the shell's script asks for where nobody is signed in (early-code.ts) is part of it.
for (const path of named(/"(\/assets\/(?!inside-)[^"]+\.js)"/g)) withImports(path, scripts)
const styles = new Set(named(/"(\/assets\/(?!inside-)[^"]+\.css)"/g))

const worker = readFileSync('dist/sw.js', 'utf8')
const precached = [
  ...new Set([...worker.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map(([, a, b]) => a ?? b ?? '')),
]
if (precached.length < 5) throw new Error('The worker’s precache list could not be read from dist/sw.js.')

/** @param {Iterable<string>} paths */
const total = (paths) => [...paths].reduce((sum, path) => sum + brotli(path), 0)
const rows = [
  { what: 'first page, script', files: scripts.size, bytes: total(scripts), budget: BUDGET.script },
  { what: 'first page, style', files: styles.size, bytes: total(styles), budget: BUDGET.style },
  { what: 'precache', files: precached.length, bytes: total(precached), budget: BUDGET.precache },
]
console.table(
  rows.map(({ bytes, budget, ...row }) => ({ ...row, 'kB brotli': bytes / 1_000, 'at most': budget / 1_000 })),
)
if (process.argv.includes('--files'))
  for (const path of [...scripts, ...styles, ...precached])
    console.log(`${brotli(path)}\t${statSync(join('dist', path)).size}\t${path}`)
const over = rows.filter(({ bytes, budget }) => bytes > budget)
for (const { what, bytes, budget } of over) console.error(`Too large: ${what} has ${bytes} bytes of at most ${budget}.`)
if (precached.length > MOST_FILES)
  console.error(`Too many: the precache has ${precached.length} files of at most ${MOST_FILES}.`)
process.exit(over.length > 0 || precached.length > MOST_FILES ? 1 : 0)
