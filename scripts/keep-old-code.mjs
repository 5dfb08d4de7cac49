/**
 * The first step of a build: puts the code of the last release aside. A page that is still open asks for it
 * (offline.md §2.13). The last three releases are kept, each for 30 days.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const KEPT = 3
const LONGEST_MS = 30 * 86_400_000
const OLD = 'dist-old'
const BUILT = 'dist-server/built'

/** When a release was built, as a folder's name that sorts by it. @param {string} instant */
const folderOf = (instant) => instant.trim().replaceAll(':', '-')
/** @param {string} folder */
const builtAt = (folder) => Date.parse(folder.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

// A build that was cut short is nobody's release.
if (existsSync(BUILT) && existsSync('dist/assets')) {
  const target = join(OLD, folderOf(readFileSync(BUILT, 'utf8')))
  mkdirSync(OLD, { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync('dist/assets', target)
  // Should this build be cut short, the next one does not take what it left behind for that release.
  rmSync(BUILT)
}
const old = existsSync(OLD) ? readdirSync(OLD).sort().reverse() : []
for (const [index, folder] of old.entries())
  if (index >= KEPT || !(Date.now() - builtAt(folder) < LONGEST_MS)) rmSync(join(OLD, folder), { recursive: true })
