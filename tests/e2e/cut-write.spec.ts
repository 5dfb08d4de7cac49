/**
 * A power cut or a killed browser interrupts a write. Chromium then appends to the half-written record, finds the database
 * corrupt at the next start after that, and deletes it. Waiting changes must still be sent.
 */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { openFaultyPortal } from './faulty-portal.ts'
import { expect, expectControlled } from './fixtures.ts'
import { hasLostDatabase, launch, openBoard, type Running } from './killable-browser.ts'
import { outboxRows } from './outbox-rows.ts'
import { backButton, isChange, tap, updateButton } from './taps.ts'

/** The start of a LevelDB record: checksum, length and type, without the data of that length. */
const HALF_A_RECORD = Buffer.from([1, 2, 3, 4, 120, 0, 1])

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

const databasesIn = (profile: string) => join(profile, 'Default', 'IndexedDB')

/** Leaves the database as if the browser was killed during a write. Returns false if the browser does not use LevelDB. */
function cutLastWrite(profile: string): boolean {
  const folder = databasesIn(profile)
  const log = filesIn(folder)
    .filter((file) => /leveldb.*\.log$/.test(file))
    .sort()
    .at(-1)
  if (log) appendFileSync(join(folder, log), HALF_A_RECORD)
  return log !== undefined
}

/** Whether the browser has written this text, put into localStorage by the page, to disk. */
function isOnDisk(profile: string, text: string): boolean {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  return filesIn(folder).some((file) => readFileSync(join(folder, file)).includes(text))
}

test('changes that waited when a write was cut in half are kept and sent, once and in order', async () => {
  test.setTimeout(300_000)
  const faulty = await openFaultyPortal()
  const { portal, proxy } = faulty
  const profile = mkdtempSync(join(tmpdir(), 'foyer-cut-'))
  let running: Running | undefined
  const start = async () => {
    running = await launch(profile)
    await openBoard(running.page, proxy.url, me)
    await expect(updateButton(running.page).or(backButton(running.page))).toBeVisible()
    return running
  }
  const keysIn = async ({ page }: Running) => (await outboxRows(page)).map(({ key }) => key)
  /** Rows that were tried at least once: an untried row would be merged with the next tap. */
  const triedIn = async ({ page }: Running) => (await outboxRows(page)).filter(({ attempts }) => attempts > 0)
  const me = await portal.signIn(await portal.addPerson({ rights: { access_onbreak: true } }))
  try {
    const first = await start()
    await expectControlled(first.page)
    proxy.set('refuse', { only: isChange })
    await tap(first.page, 'Soup')
    await expect.poll(() => triedIn(first)).toHaveLength(1)
    await first.kill()
    const isCut = cutLastWrite(profile)

    const second = await start()
    await tap(second.page, '')
    await expect.poll(() => keysIn(second)).toHaveLength(2)
    const keys = await keysIn(second)
    await expect.poll(() => isOnDisk(profile, keys[1] ?? ''), { timeout: 60_000 }).toBe(true)
    await second.kill()
    // Where the write cannot be cut, the databases are deleted instead.
    if (!isCut) rmSync(databasesIn(profile), { recursive: true })

    const third = await start()
    await expect.poll(() => keysIn(third)).toEqual(keys)
    expect(hasLostDatabase(third)).toBe(isCut)
    await expect(third.page.getByText('Waiting to be sent').first()).toBeVisible()
    proxy.set('pass')
    // A row that failed this often is retried after up to a minute.
    await expect
      .poll(async () => (await outboxRows(third.page)).map(({ state }) => state), { timeout: 90_000 })
      .toEqual(['acked', 'acked'])
    const accepted = proxy.seen.filter(({ method, path, status }) => isChange(method, path) && status === 200)
    expect(accepted.map(({ headers }) => headers['idempotency-key'])).toEqual(keys)
  } finally {
    await running?.kill()
    await faulty.end()
    rmSync(profile, { recursive: true, force: true })
  }
})
