/** The subjects of the server benches: a portal with a number of signed-in people, and the floor with the same. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createTicket, getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { Connection, requestOf } from './http-client.ts'
import { type Server, startBare, startPortal } from './process.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A server under test, the portal or the floor, and its requests. */
export interface Subject {
  readonly server: Server
  readonly people: number
  list(n: number): Buffer
  /** A request for the list with `If-None-Match`; the floor ignores tags and sends the whole list. */
  listAgain(n: number, tag: string): Buffer
  /** The `n`th change; each really changes the status of its person. */
  change(n: number): Buffer
  /** Returns the path to open a live socket at, with a ticket. */
  socketPath(n: number): Promise<string>
}

/** Returns the token of person `n`, of the length of the portal's own tokens: it looks up no others. */
const tokenOfPerson = (n: number) => `bench-${n}`.padEnd(43, '_')
const tokenOf = (n: number, people: number) => tokenOfPerson(1 + (n % people))

/** Returns the body of the `n`th change: everybody leaves, then everybody comes back, and so on. */
const statusOf = (n: number, people: number) =>
  Math.floor(n / people) % 2 === 0
    ? { status: false, breakType: 'Lunch', customMessage: `Back in ${n} minutes` }
    : { status: true }

/** Adds people to the database, besides the first admin, on the board and each with a session. */
function fill(folder: string, people: number): void {
  const db = new Database(join(folder, 'foyer.sqlite'))
  const now = new Date().toISOString()
  const user = db.prepare(
    `insert into user (name, email, password_hash, created_at, rev, access_onbreak, changed_password, has_permissions)
     values (?, ?, '', ?, 1, 1, 1, 1) returning id`,
  )
  const info = db.prepare(
    `insert into break_info (user_id, status, break_type, custom_message, effective_at, changed_by_name, rev)
     values (?, 1, '', '', '1970-01-01T00:00:00.000Z', '', 1)`,
  )
  const session = db.prepare('insert into session (token_hash, user_id, created_at, last_seen_at) values (?, ?, ?, ?)')
  db.transaction(() => {
    for (let n = 1; n <= people; n++) {
      const { id } = user.get(`Person number ${n}`, `person-${n}@example.org`, now) as { id: number }
      info.run(id)
      session.run(sha256(tokenOfPerson(n)), id, now, now)
    }
  })()
  db.close()
}

/** Returns a new data folder of the portal with this many people. */
export async function portalFolder(people: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const first = await startPortal(folder)
  await first.stop()
  fill(folder, people)
  return folder
}

export async function portalSubject(folder: string, people: number): Promise<Subject> {
  const server = await startPortal(folder)
  const ask = await Connection.open(server.port)
  return {
    server,
    people,
    list: (n) => requestOf(getBoard.method, getBoard.path, { token: tokenOf(n, people) }),
    listAgain: (n, tag) =>
      requestOf(getBoard.method, getBoard.path, { token: tokenOf(n, people), headers: { 'if-none-match': tag } }),
    change: (n) =>
      requestOf(updateMyBreak.method, updateMyBreak.path, {
        token: tokenOf(n, people),
        body: statusOf(n, people),
        headers: { 'idempotency-key': randomUUID() },
      }),
    async socketPath(n) {
      const { body } = await ask.ask(requestOf(createTicket.method, createTicket.path, { token: tokenOf(n, people) }))
      return `/?ticket=${(JSON.parse(body.toString()) as { ticket: string }).ticket}`
    },
  }
}

async function bareSubject(folder: string, people: number): Promise<Subject> {
  const server = await startBare(join(folder, 'bare.sqlite'), people)
  const list = (n: number) => requestOf('GET', '/', { token: tokenOf(n, people) })
  return {
    server,
    people,
    list,
    listAgain: list,
    change: (n) => requestOf('PUT', '/', { token: tokenOf(n, people), body: statusOf(n, people) }),
    socketPath: async (n) => `/?ticket=${tokenOf(n, people)}`,
  }
}

/** Runs `run` with the portal and the floor side by side, with the same number of people. */
export async function withSubjects<T>(
  people: number,
  run: (subjects: { portal: Subject; bare: Subject }) => Promise<T>,
): Promise<T> {
  const folder = await portalFolder(people)
  const bareFolder = mkdtempSync(join(tmpdir(), 'foyer-bare-'))
  try {
    const portal = await portalSubject(folder, people)
    const bare = await bareSubject(bareFolder, people)
    try {
      return await run({ portal, bare })
    } finally {
      await portal.server.stop()
      await bare.server.stop()
    }
  } finally {
    for (const each of [folder, bareFolder]) rmSync(each, { recursive: true, force: true })
  }
}
