/** A database that cannot be opened at the start: the output is one sentence. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Schema, takeSchema } from '#tests/schemas.ts'
import { readConfig } from './config.ts'
import { openData } from './open-data.ts'

const server = inject('postgresUrl') as string | undefined
const opening = (url: string | URL) => openData(readConfig({ FOYER_DATABASE_URL: String(url) }, ''))

describe.runIf(server)('the database of FOYER_DATABASE_URL', () => {
  let schema: Schema
  beforeAll(async () => {
    schema = await takeSchema(server ?? '')
  })
  afterAll(() => schema.release())

  test.each<[string, Partial<URL>, Record<string, string>?]>([
    [': it refuses this user or password (28P01).', { password: 'another' }],
    [': there is no such database (3D000).', { pathname: '/nowhere' }],
    [': it is read-only (25006).', {}, { options: '-c default_transaction_read_only=on' }],
    [': a file that the URL names is not there (ENOENT).', {}, { sslrootcert: '/nowhere/ca.pem' }],
    [' (ECONNREFUSED).', { port: '1' }],
  ])('cannot be opened%s', async (why, parts, settings = {}) => {
    const url = Object.assign(new URL(schema.url), parts)
    for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value)
    await expect(opening(url)).rejects.toThrow(`The database of FOYER_DATABASE_URL cannot be opened${why}`)
  })
})

describe('the folder of FOYER_DATA', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-refused-'))
  writeFileSync(join(folder, 'foyer.sqlite'), 'a shopping list'.repeat(1_000))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    [': a part of this path is a file (ENOTDIR).', join(folder, 'foyer.sqlite', 'data')],
    [': its foyer.sqlite is no database (SQLITE_NOTADB).', folder],
  ])('cannot be opened%s', async (why, data) => {
    const settings = readConfig({ FOYER_DATA: data }, '')
    await expect(openData(settings)).rejects.toThrow(
      `FOYER_DATA is “${data}”: the database in this folder cannot be opened${why}`,
    )
  })
})

test('reports that the database requires a password', async () => {
  /** What Postgres asks before it has seen a password: the choice of a method (10), then the challenge (11). */
  const asks = (step: number, what: string) => {
    const head = Buffer.from('R00000000')
    head.writeInt32BE(8 + what.length, 1)
    head.writeInt32BE(step, 5)
    return Buffer.concat([head, Buffer.from(what)])
  }
  const wary = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(asks(10, 'SCRAM-SHA-256\0\0'))
      socket.once('data', () => socket.write(asks(11, 'r=nonce,s=c2FsdA==,i=4096')))
    })
  })
  await once(wary.listen(0, '127.0.0.1'), 'listening')
  const { port } = wary.address() as AddressInfo
  await expect(opening(`postgres://foyer@127.0.0.1:${port}/foyer`)).rejects.toThrow('opened: it wants a password.')
  wary.close()
})
