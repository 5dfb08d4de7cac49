/** Runs before a start: builds the page and the server if they are missing or older than their sources. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const SOURCES = [
  'contract',
  'server',
  'src',
  'sw',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'scripts/build',
  'vite.config.ts',
  'vite.server.config.ts',
]
/** The folder of routeTree.gen.ts. */
const GENERATED_INTO = join(root, 'src')
/** Written last by `npm run build`, so that an interrupted build does not count. */
const BUILT = 'dist-server/built'

/** @param {string} path @returns {number} the time of its newest change; a folder's own time shows removed files */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return /\.test\.tsx?$|routeTree\.gen\.ts$/.test(path) ? 0 : stat.mtimeMs
  const inside = readdirSync(path).map((name) => newest(join(path, name)))
  // The router's plugin writes into src itself, so that folder's own time is meaningless.
  return Math.max(path === GENERATED_INTO ? 0 : stat.mtimeMs, ...inside)
}

/** @param {string} path */
const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

const built = changed(BUILT)
const isFresh = built > 0 && SOURCES.every((source) => newest(join(root, source)) < built)
if (!isFresh) {
  process.stdout.write(
    `Building the portal, as it ${built ? 'has changed' : 'has not been built yet'}: about half a minute …\n`,
  )
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    process.stderr.write('The build failed. `npm run build` shows why.\n')
    process.exit(1)
  }
}
