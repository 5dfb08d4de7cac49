import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../scripts/build/keep-old-code.mjs', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(file: string, text = ''): void {
  mkdirSync(join(folder, file, '..'), { recursive: true })
  writeFileSync(join(folder, file), text)
}
const begin = () => expect(spawnSync(process.execPath, [script], { cwd: folder }).status).toBe(0)
const kept = () => readdirSync(join(folder, 'dist-old'), { recursive: true }).map(String).sort()

test('a build that is cut short loses nothing of the release before it', () => {
  const built = new Date().toISOString()
  const release = built.replaceAll(':', '-')
  put('dist/assets/first.js')
  put('dist-server/built', built)
  begin()
  put('dist/assets/half.js')
  begin()
  expect(kept()).toEqual([release, join(release, 'first.js')])
})
