/**
 * Killed under load (wire.md §1): writers repeat under its key what was not answered, ten times over the server's
 * death by SIGKILL. What was answered is there once, whatever had become of the answer before.
 * `FOYER_KILLS=100 npx vitest run server/crash.test.ts` kills it as often as you like.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createBreakData, updateMyBreak } from '#contract/apps/onbreak.ts'
import { openDatabase } from '#server/db/open.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { endAll, freePorts, hasEnded, launch, type PortalProcess } from '#tests/process.ts'

const USERS = 8
const WRITERS = 32
const KILLS = Number(process.env.FOYER_KILLS ?? 10)
/** Writes acknowledged by one server before it is killed, and by the last one. */
const BETWEEN = 40
/** One writer in so many gives up when its server dies: of such a key nobody knows, but it may not count twice. */
const GIVES_UP = 8

let folder: string
/** On Postgres, whose schema this is; open meanwhile, as a second server would be. */
let home: Portal | null
let where: string
let tokens: string[]
let server: PortalProcess
/** The next answer belongs to the server that is up by then. */
let isUp: Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-crash-'))
  isUp = Promise.resolve()
  home = inject('postgresUrl') ? await openPortal() : null
  where = home?.deps.config.databaseUrl ?? join(folder, 'foyer.sqlite')
  const before = await openPortal({ databaseUrl: where })
  tokens = []
  for (let count = 0; count < USERS; count++)
    tokens.push((await before.addUser({ flags: { access_onbreak: true } })).token)
  // An open SQLite file would spare the next server the recovery that is to be tested.
  await before.close()
})
afterEach(async () => {
  await isUp.catch(() => {})
  await endAll()
  await home?.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A change of status has no natural key: made twice, it is told twice. An entry of the log has one: made twice under
 * two keys it is answered 200, which is not what its key was answered.
 */
const KINDS = {
  board: { call: updateMyBreak, status: 200, body: () => ({ status: false, breakType: 'Lunch' }) },
  log: {
    call: createBreakData,
    status: 201,
    body: (nth: number) => ({ breakType: 'Lunch', clockOutTime: new Date(nth * 1_000).toISOString() }),
  },
} as const

/** Sends a write; null where no answer comes back. */
async function send(
  port: string,
  token: string,
  key: string,
  { call, body }: (typeof KINDS)['board' | 'log'],
  nth = 0,
) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${call.path}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({ ...body(nth), customMessage: key }),
    })
    const text = await response.text()
    return { status: response.status, text, isReplay: response.headers.get('idempotency-replayed') === 'true' }
  } catch {
    return null
  }
}

/** Lets everybody write while the server dies `KILLS` times; answers what was asked and what was acknowledged. */
async function writeThroughDeaths() {
  const { FOYER_PORT } = await freePorts()
  const database: Record<string, string> = home ? { FOYER_DATABASE_URL: where } : {}
  const open = () => {
    server = launch({ FOYER_DATA: folder, FOYER_PORT, FOYER_LIVE_PORT: 'off', ...database }, '--quiet')
    return server.isOpen
  }
  const asked = new Set<string>()
  const acknowledged = new Set<string>()
  const seen = { deaths: 0, unanswered: 0, answersLost: 0, replays: 0 }
  let state: 'alive' | 'doomed' | 'dying' | 'over' = 'alive'
  let next = BETWEEN
  let toLose = 0

  async function killAndReopen() {
    seen.deaths++
    server.child.kill('SIGKILL')
    expect(await server.ended).toEqual([null, 'SIGKILL'])
    await open()
    next = acknowledged.size + BETWEEN
    if (state === 'dying') state = 'alive'
  }

  function kill() {
    state = 'dying'
    isUp = killAndReopen()
  }

  /** Answers of a doomed server get lost on their way, with their effect committed; one of the first takes it along. */
  function loseAnswer() {
    seen.answersLost++
    if (state === 'doomed' && --toLose <= 0) kill()
  }

  /** Every other server dies on the spot: whoever answers before the commit has now promised too much. */
  function doom() {
    toLose = seen.deaths % 4
    state = 'doomed'
    if (seen.deaths % 2 === 0) kill()
  }

  /** Repeats a write until it is answered; false where the writer gave it up. */
  async function insist(index: number, key: string): Promise<boolean> {
    const [kind, nth] = [KINDS[asked.size % 3 === 0 ? 'log' : 'board'], asked.size]
    for (;;) {
      await isUp
      if (hasEnded(server.child)) throw new Error(`The server ended by itself: ${server.err()}`)
      const answer = await send(FOYER_PORT, tokens[index % USERS] ?? '', key, kind, nth)
      if (answer) {
        expect(answer, `a write of writer ${index}`).toMatchObject({ status: kind.status })
        expect(JSON.parse(answer.text)).toMatchObject({ customMessage: key })
        if (answer.isReplay) seen.replays++
        if (state === 'alive') return true
        loseAnswer()
      } else {
        seen.unanswered++
        if (index % GIVES_UP === 0) return false
      }
    }
  }

  async function write(index: number) {
    while (seen.deaths < KILLS || state !== 'alive' || acknowledged.size < next) {
      const key = randomUUID()
      asked.add(key)
      if (await insist(index, key)) acknowledged.add(key)
      if (state === 'alive' && acknowledged.size >= next && seen.deaths < KILLS) doom()
    }
  }

  isUp = open()
  try {
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)))
  } finally {
    // Where a writer failed the others are still at it: they are not to start a server any more.
    state = 'over'
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
  return { asked, acknowledged, seen }
}

/** What the database holds: how often each key took effect, and whether the tables agree with each other. */
async function effects() {
  const { db } = openDatabase(where)
  try {
    const told = await db.selectFrom('change').selectAll().where('topic', '=', 'board').orderBy('rev').execute()
    const messages = told.map(({ said }) => JSON.parse(said ?? '{}').customMessage as string)
    // The one that lasts is the board’s: its message is the last that was told.
    const entries = await db.selectFrom('break_log').selectAll().where('clock_in_time', 'is not', null).execute()
    const times = new Map<string, number>()
    for (const key of [...messages, ...entries.map((entry) => entry.custom_message)])
      times.set(key, (times.get(key) ?? 0) + 1)
    const board = await db.selectFrom('break_info').selectAll().execute()
    const lastTold = new Map(told.map(({ entity }, index) => [entity, messages[index]]))
    const stale = board.filter((record) => record.custom_message !== lastTold.get(record.user_id))
    const answers = await db.selectFrom('idempotency').select('status').execute()
    return { times, stale, statuses: answers.map(({ status }) => status).sort() }
  } finally {
    await db.destroy()
  }
}

const timeout = 60_000 + KILLS * 20_000
test('deaths under load lose nothing that was answered, and do nothing twice', { timeout }, async () => {
  const { asked, acknowledged, seen } = await writeThroughDeaths()
  const { times, stale, statuses } = await effects()
  const counts = `${asked.size} keys, ${acknowledged.size} acknowledged, ${times.size} took effect; ${JSON.stringify(seen)}`
  const found = {
    missing: [...acknowledged].filter((key) => !times.has(key)),
    twice: [...times].filter(([, count]) => count !== 1),
    strange: [...times.keys()].filter((key) => !asked.has(key)),
    stale,
  }
  expect(found, counts).toEqual({ missing: [], twice: [], strange: [], stale: [] })
  // Effect and answer are of one transaction: neither without the other, none half written.
  expect(statuses, counts).toHaveLength(times.size)
  expect([...new Set(statuses)], counts).toEqual([200, 201])
  // Every other death lost an answer whose effect was there, so this has been put to the test.
  expect(seen.deaths, counts).toBe(KILLS)
  expect(seen.replays, counts).toBeGreaterThanOrEqual(KILLS / 2)
})
