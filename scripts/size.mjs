/** Fails if the first page or precache is over budget, has too many files, or loads code it must not. Needs a build. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const BUDGET = { script: 150_000, style: 12_000, precache: 600_000 }
/** Most files of the precache: each costs a device ten milliseconds at installation (scripts/build/code-groups.ts). */
const MOST_FILES = 80
/**
 * Chunks whose first must not load the second: the outbox must not wait for a style sheet, and lazy code stays lazy.
 * One module in the wrong group is enough to break this.
 */
const MUST_NOT_LOAD = [
  ['engine', 'home-parts'],
  ['inside', 'engine'],
  ['home-parts', 'engine'],
  ['tips', 'engine'],
  ['app.mood-report', 'charts'],
  ['app.reporting', 'charts'],
  ['app.etl', 'charts'],
  ['RichTextEditor', 'charts'],
  ['csv', 'admin'],
]

/** Chunks of the apps: none may load another's, as shared code is in a group of its own. */
const APPS = [
  'onbreak',
  'wall',
  'onboarding',
  'versions',
  'admin',
  'app.etl',
  'app.mood-report',
  'app.reporting',
  'app.vid',
]

/** @param {string} path */
const brotli = (path) =>
  brotliCompressSync(readFileSync(join('dist', path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

const shell = readFileSync('dist/index.html', 'utf8')
/** @param {RegExp} pattern */
const named = (pattern) => [...shell.matchAll(pattern)].map(([, path = '']) => path)

/**
 * Adds a module and every script that it imports statically to `seen`. @param {string} path @param {Set<string>} seen
 */
function withImports(path, seen) {
  if (seen.has(path)) return
  seen.add(path)
  const code = readFileSync(join('dist', path), 'utf8')
  for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`/assets/${name}`, seen)
}

/** @type {Set<string>} */
const scripts = new Set()
// Includes the chunk that the shell's script loads if nobody is signed in (build/early-code.ts).
for (const path of named(/"(\/assets\/(?!inside-)[^"]+\.js)"/g)) withImports(path, scripts)
const styles = new Set(named(/"(\/assets\/(?!inside-)[^"]+\.css)"/g))

const assets = readdirSync('dist/assets')
/** @param {string} name */
const chunk = (name) => {
  const file = assets.find((each) => each.startsWith(`${name}-`) && each.endsWith('.js'))
  if (!file) throw new Error(`There is no code “${name}” in dist/assets.`)
  return `/assets/${file}`
}
const forbidden = [
  ...MUST_NOT_LOAD,
  ...APPS.flatMap((app) => APPS.filter((other) => other !== app).map((other) => [app, other])),
]
const violations = forbidden.filter(([what = '', other = '']) => {
  /** @type {Set<string>} */
  const loaded = new Set()
  withImports(chunk(what), loaded)
  return loaded.has(chunk(other))
})

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
for (const [what, other] of violations) console.error(`“${what}” loads “${other}” (scripts/build/code-groups.ts).`)
process.exit(over.length > 0 || precached.length > MOST_FILES || violations.length > 0 ? 1 : 0)
