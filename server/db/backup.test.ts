import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPortal } from '#tests/portal.ts'
import { readConfig } from '../config.ts'
import { openData } from '../open-data.ts'
import { backUp, lastBackup, sqliteFile } from './backup.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

let folder: string
let database: OpenDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-backup-'))
  database = openDatabase(join(folder, 'foyer.sqlite'))
  await migrate(database.db, database.dialect)
})
afterEach(async () => {
  await database.db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T03:00:00.000Z`
const copies = () => readdirSync(join(folder, 'backups')).sort()
const addDepartment = (name: string) => database.db.insertInto('department').values({ name, rev: 0 }).execute()

test('creates the database and its WAL file with mode 600', async () => {
  const modes = ['foyer.sqlite', 'foyer.sqlite-wal'].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
})

test('removes the access of others from an existing database file, and creates backups with mode 600', async () => {
  const file = join(folder, 'other.sqlite')
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  await openDatabase(file).db.destroy()
  await backUp(database, day(1))
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect([file, join(folder, 'backups', copies()[0] ?? '')].map(modeOf)).toEqual([0o640, 0o600])
})

test('makes one backup per day, keeps seven days, and each backup is a complete database of its time', async () => {
  expect(await lastBackup(database, day(1))).toBeNull()
  for (let number = 1; number <= 9; number++) {
    await addDepartment(`Day ${number}`)
    await backUp(database, day(number))
    await backUp(database, day(number).replace('03:00', '22:00'))
  }
  expect(copies()).toEqual([3, 4, 5, 6, 7, 8, 9].map((number) => `foyer-2026-03-0${number}T03-00-00.sqlite`))
  expect(await lastBackup(database, day(9))).toBe(day(9))
  const restored = openDatabase(join(folder, 'backups', 'foyer-2026-03-05T03-00-00.sqlite'))
  try {
    const names = (await restored.db.selectFrom('department').select('name').execute()).map(({ name }) => name)
    expect(names).toContain('Day 5')
    expect(names).not.toContain('Day 6')
    expect(await migrate(restored.db, 'sqlite')).toBe(0)
  } finally {
    await restored.db.destroy()
  }
})

test('allows writes during a backup, removes an unfinished one and keeps other files', async () => {
  await backUp(database, day(1))
  writeFileSync(join(folder, 'backups', 'unfinished.sqlite'), 'half a')
  writeFileSync(join(folder, 'backups', 'notes.txt'), 'mine')
  const made = backUp(database, day(2))
  for (let number = 0; number < 20; number++) await addDepartment(`Meanwhile ${number}`)
  await made
  expect(copies()).toEqual(['foyer-2026-03-01T03-00-00.sqlite', 'foyer-2026-03-02T03-00-00.sqlite', 'notes.txt'])
})

test('finishes a large backup during continuous writes', async () => {
  await sql`create table large (bytes blob)`.execute(database.db)
  for (let number = 0; number < 12; number++)
    await sql`insert into large values (zeroblob(1000000))`.execute(database.db)
  let isMade = false
  const made = backUp(database, day(1)).then(() => {
    isMade = true
  })
  // A copy that restarted with each write would never end.
  const MOST = 100_000
  let written = 0
  for (; written < MOST && !isMade; written++) {
    await addDepartment(`Meanwhile ${written}`)
    await nextTurn()
  }
  await made
  expect(written).toBeGreaterThan(1)
  expect(written).toBeLessThan(MOST)
})

test('leaves no file after a failed backup', async () => {
  await sql`drop table meta`.execute(database.db)
  await expect(backUp(database, day(1))).rejects.toThrow('meta')
  expect(copies()).toEqual([])
})

test('rejects the backup of a damaged database and keeps the earlier backups', async () => {
  await addDepartment('Sales')
  for (let number = 1; number <= 7; number++) await backUp(database, day(number))
  const before = copies()
  const { rows } = await sql<{
    page: number
  }>`select rootpage as page from sqlite_schema where name = 'mood_report'`.execute(database.db)
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  const file = openSync(join(folder, 'foyer.sqlite'), 'r+')
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, ((rows[0]?.page ?? 0) - 1) * 4096)
  closeSync(file)
  await expect(backUp(database, day(8))).rejects.toThrow('damaged')
  expect(copies()).toEqual(before)
})

test('repeated backups with inAnyCase on one day displace no backups of earlier days', async () => {
  for (let number = 1; number <= 7; number++) await backUp(database, day(number))
  for (let second = 10; second < 30; second++)
    await backUp(database, day(7).replace('03:00:00', `09:00:${second}`), { inAnyCase: true })
  expect(copies()).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `foyer-2026-03-0${number}T03-00-00.sqlite`),
    'foyer-2026-03-07T09-00-29.sqlite',
  ])
})

test('makes a backup after three weeks without one, and keeps the six newest old ones', async () => {
  for (let number = 1; number <= 7; number++) await backUp(database, day(number))
  await backUp(database, day(28))
  expect(copies()).toEqual(
    [2, 3, 4, 5, 6, 7, 28].map((number) => `foyer-2026-03-${String(number).padStart(2, '0')}T03-00-00.sqlite`),
  )
})

test('a backup dated in the future neither deletes others nor prevents new ones', async () => {
  await backUp(database, day(1))
  await backUp(database, '2027-06-01T03:00:00.000Z')
  expect(copies()).toHaveLength(2)
  expect(await lastBackup(database, day(2))).toBe(day(1))
  expect(await lastBackup(database, '2026-02-01T03:00:00.000Z')).toBeNull()
  for (let number = 2; number <= 8; number++) await backUp(database, day(number))
  expect(copies()).toEqual([2, 3, 4, 5, 6, 7, 8].map((number) => `foyer-2026-03-0${number}T03-00-00.sqlite`))
})

test('makes no backup of an in-memory or Postgres database', async () => {
  const portal = await openPortal()
  try {
    expect(await sqliteFile(portal.deps)).toBeNull()
    await backUp(portal.deps, day(1))
    expect(await lastBackup(portal.deps, day(1))).toBeNull()
    expect(existsSync(join(portal.deps.config.dataDir, 'backups', 'foyer-2026-03-01T03-00-00.sqlite'))).toBe(false)
  } finally {
    await portal.close()
  }
})

test('makes a backup before a migration even after a recent one, and none without a migration', async () => {
  const config = readConfig({ FOYER_DATA: folder }, '1.0.0')
  const start = async () => (await openData(config)).close()
  await addDepartment('Sales')
  await start()
  expect(existsSync(join(folder, 'backups'))).toBe(false)

  await backUp(database, new Date(Date.now() - 60_000).toISOString())
  // Undoes the last migration step.
  for (const column of ['asked_from', 'user_agent'])
    await sql`alter table display_code drop column ${sql.ref(column)}`.execute(database.db)
  await sql`update schema_version set version = version - 1`.execute(database.db)
  await start()
  await start()
  expect(copies()).toHaveLength(2)
  const copy = openDatabase(join(folder, 'backups', copies().at(-1) ?? ''))
  expect(await copy.db.selectFrom('department').select('name').where('name', '=', 'Sales').execute()).toHaveLength(1)
  await expect(sql`select user_agent from display_code`.execute(copy.db)).rejects.toThrow('user_agent')
  await copy.db.destroy()
})

test('rejects the start if the backup before a migration fails, and names the backup folder', async () => {
  await sql`update schema_version set version = version - 1`.execute(database.db)
  writeFileSync(join(folder, 'backups'), 'no folder')
  const starting = openData(readConfig({ FOYER_DATA: folder }, '1.0.0'))
  await expect(starting).rejects.toThrow(/earlier release.*“backups”.*failed \(\w+\)\.$/)
})
