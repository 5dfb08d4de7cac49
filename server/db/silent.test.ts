/** A Postgres host that vanishes without a word: connections are neither refused nor reset, and nothing is answered. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { getHealth } from '#contract/apps/portal.ts'
import { listVersions } from '#contract/apps/versions.ts'
import { buildApp } from '#server/app.ts'
import { openPortal } from '#tests/portal.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

const server = inject('postgresUrl') as string | undefined

/** A TCP proxy to the database that can fall silent; connections open at that moment stay silent. */
let line: Server
const sockets = new Set<Socket>()
let url: string
const opened: OpenDatabase[] = []
const open = (answersWithinMs: number) => {
  const database = openDatabase(url, { answersWithinMs })
  opened.push(database)
  return database
}
const fallSilent = () => {
  for (const socket of sockets) socket.removeAllListeners('data').on('data', () => {})
}

beforeEach(async () => {
  if (!server) return
  const { port, hostname } = new URL(server)
  line = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on('data', (data) => to.write(data)).on('error', () => {}))
      from.on('close', () => to.destroy())
    }
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  const target = new URL(server)
  target.hostname = '127.0.0.1'
  target.port = String((line.address() as AddressInfo).port)
  url = target.href
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ db }) => db.destroy()))
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  line?.close()
})

test.runIf(server)('with a silent database, waiting queries fail and the next ones reconnect', async () => {
  const { db } = open(2_000)
  const ask = () => sql`select 1`.execute(db)
  await Promise.all([ask(), ask(), ask()])
  fallSilent()
  const answers = await Promise.allSettled([ask(), ask(), ask()])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (let again = 0; again < 3; again++) expect((await ask()).rows).toHaveLength(1)
})

test.runIf(server)('with a silent database, a query in a transaction fails', async () => {
  const { db } = open(2_000)
  const work = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    fallSilent()
    await sql`select 1`.execute(tx)
  })
  // The error is that of the query or that of the rollback.
  await expect(work).rejects.toThrow(/does not answer|not queryable/)
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
})

test.runIf(server)('with a silent database, a call is answered 503 with Retry-After', async () => {
  const portal = await openPortal()
  const ann = await portal.addUser()
  const own = new URL(portal.deps.config.databaseUrl ?? '')
  own.host = new URL(url).host
  url = own.href
  const { db } = open(2_000)
  const app = await buildApp({ ...portal.deps, db })
  const read = () => app.inject({ url: listVersions.path, headers: { authorization: `Bearer ${ann.token}` } })
  expect((await read()).statusCode).toBe(200)
  fallSilent()
  const { statusCode, headers, body } = await read()
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(body)).toEqual({ detail: 'The portal cannot reach its database right now. Please try again.' })
  await app.close()
  await portal.close()
})

test.runIf(server)('with a silent database, health answers 503 before waiting queries have failed', async () => {
  const portal = await openPortal()
  const { db } = open(60_000)
  const app = await buildApp({ ...portal.deps, db })
  const health = () => app.inject({ url: getHealth.path })
  expect((await health()).statusCode).toBe(200)
  fallSilent()
  const { statusCode, headers } = await health()
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await health()).statusCode).toBe(200)
  await app.close()
  await portal.close()
})
