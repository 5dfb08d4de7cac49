import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-folder-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const another = () => lockFolder(folder, 0)

test('refuses a second portal in a locked folder, but not in a released or another one', async () => {
  const letGo = await another()
  await expect(another()).rejects.toThrow(/^FOYER_DATA is “.+”: another portal is at work in this folder\./)
  const elsewhere = mkdtempSync(join(tmpdir(), 'foyer-folder-lock-'))
  const letGoElsewhere = await lockFolder(elsewhere, 0)
  letGoElsewhere()
  rmSync(elsewhere, { recursive: true })
  letGo()
  const letGoAgain = await another()
  letGoAgain()
})

test('waits until the other portal releases the lock', async () => {
  const letGo = await another()
  const next = lockFolder(folder, 60_000)
  letGo()
  const letGoNext = await next
  await expect(another()).rejects.toThrow('another portal')
  letGoNext()
})

test('a killed portal leaves no lock', async () => {
  const code = `
    const { lockFolder } = await import('./server/db/folder-lock.ts')
    await lockFolder(process.argv[1], 0)
    process.stdout.write('kept')
    setInterval(() => {}, 1000)
  `
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code, folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  await once(child.stdout, 'data')
  await expect(another()).rejects.toThrow('another portal')
  child.kill('SIGKILL')
  await gone
  const letGo = await another()
  letGo()
})
