/**
 * The first step of a build: moves the last release's code aside, as pages that are still open request it
 * (offline.md §2.13). Keeps the last three releases, each for 30 days.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT = 3
const LONGEST_MS = 30 * 86_400_000
const OLD = 'dist-old'
const BUILT = 'dist-server/built'

/** Returns a release's folder name, which sorts by the time of its build. @param {string} instant */
const folderOf = (instant) => instant.trim().replaceAll(':', '-')
/** @param {string} folder */
const builtAt = (folder) => Date.parse(folder.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

// An interrupted build was never released: skip it.
if (existsSync(BUILT) && existsSync('dist/assets')) {
  const target = join(OLD, folderOf(readFileSync(BUILT, 'utf8')))
  mkdirSync(OLD, { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync('dist/assets', target)
  // If this build is interrupted, the next one must not take its remains for that release.
  rmSync(BUILT)
}
const old = existsSync(OLD) ? readdirSync(OLD).sort().reverse() : []
for (const [index, folder] of old.entries())
  if (index >= KEPT || !(Date.now() - builtAt(folder) < LONGEST_MS)) rmSync(join(OLD, folder), { recursive: true })
