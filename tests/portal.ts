/** Opens a whole portal for a test: the real server app over a database of its own, SQLite or Postgres. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { type CallDeclaration, callId, fillPath } from '#contract/call.ts'
import { keysOf } from '#contract/records.ts'
import type { FlagName } from '#contract/who.ts'
import { buildApp } from '#server/app.ts'
import { insertUser } from '#server/apps/accounts/change.ts'
import { hashPassword } from '#server/apps/accounts/passwords.ts'
import { putOnBoard } from '#server/apps/onbreak/store.ts'
import { statusesOf } from '#server/apps/portal/openapi.ts'
import { type Config, readConfig } from '#server/config.ts'
import { followFeed } from '#server/db/follow.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { createSession, FLAG_COLUMNS } from '#server/http/sessions.ts'
import { addDays, dayOf } from '#server/lib/company-time.ts'
import { takeSchema } from './schemas.ts'
import type {} from './setup-postgres.ts'

export interface TestUser {
  readonly id: number
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
}

interface UserOptions {
  name?: string
  email?: string
  password?: string
  isAdmin?: boolean
  /** Name of the department, which is created if it does not exist. */
  dept?: string
  flags?: Partial<Record<FlagName, boolean>>
  changedPassword?: boolean
  deactivated?: boolean
  manager?: number
}

interface CallOptions {
  /** The token of the caller. */
  as?: string
  params?: Readonly<Record<string, string | number>>
  query?: object
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Portal {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** Stops the clock at this instant; null lets it run as the machine's again. */
  setNow(instant: string | null): void
  addUser(over?: UserOptions): Promise<TestUser>
  call(
    call: CallDeclaration,
    options?: CallOptions,
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers that it knows
  ): Promise<{ status: number; body: any; headers: LightMyRequestResponse['headers'] }>
  close(): Promise<void>
}

/** Password of users for whom a test names none. A password that a test names is hashed at full cost. */
const PASSWORD = 'long word'
/** Hash of `PASSWORD` at the lowest cost that argon2 allows, both to make and to verify. */
const USUAL_HASH = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const hashOf = (password: string) => (password === PASSWORD ? USUAL_HASH : hashPassword(password))

/** Time zone of the company in every test; the reader's zone is the machine's. */
export const COMPANY_ZONE = 'Europe/Berlin'

/** Returns the day `offset` days after today in the company's time zone. */
export const companyDay = (offset: number) => addDays(dayOf(new Date().toISOString(), COMPANY_ZONE), offset)

interface PortalOptions {
  config?: Partial<Config>
  clock?: () => string
  /** The database to use, not a fresh one: another portal's, for a second server on it (Postgres), or a SQLite file. */
  databaseUrl?: string
}

/** Takes a schema on the test run's Postgres, or an in-memory SQLite database where there is none. */
async function freshDatabase(): Promise<{ where: string; release: () => void }> {
  const server = inject('postgresUrl') as string | undefined
  if (!server) return { where: ':memory:', release: () => {} }
  const { url, release } = await takeSchema(server)
  return { where: url, release }
}

export async function openPortal({ config = {}, clock, databaseUrl }: PortalOptions = {}): Promise<Portal> {
  const fresh = databaseUrl ? { where: databaseUrl, release: () => {} } : await freshDatabase()
  const { db, dialect } = openDatabase(fresh.where)
  await migrate(db, dialect)
  let stoppedAt: string | null = null
  // Created by the first code that keeps a file in it.
  const dataDir = join(tmpdir(), `foyer-test-${randomUUID()}`)
  const deps: Deps = {
    db,
    dialect,
    feed: followFeed({ db, ...(dialect === 'postgres' ? { listenUrl: fresh.where } : {}) }),
    clock: clock ?? (() => stoppedAt ?? new Date().toISOString()),
    config: {
      ...readConfig({ FOYER_TIMEZONE: COMPANY_ZONE }, '0.0.0-test'),
      databaseUrl: dialect === 'postgres' ? fresh.where : null,
      dataDir,
      ...config,
    },
  }
  await deps.feed.start()
  const app = await buildApp(deps)
  let count = 0

  async function department(name: string): Promise<number> {
    const row = await db.selectFrom('department').select('id').where('name', '=', name).executeTakeFirst()
    if (row) return row.id
    return (await db.insertInto('department').values({ name, rev: 0 }).returning('id').executeTakeFirstOrThrow()).id
  }

  return {
    app,
    deps,
    setNow: (instant) => {
      stoppedAt = instant
    },
    async addUser(over = {}) {
      count++
      const name = over.name ?? `Person ${count}`
      const email = over.email ?? `person${count}@example.com`
      const password = over.password ?? PASSWORD
      const now = deps.clock()
      const flags = keysOf(over.flags ?? {}).map((flag) => [FLAG_COLUMNS[flag], over.flags?.[flag] ? 1 : 0])
      const departmentId = over.dept ? await department(over.dept) : null
      const passwordHash = await hashOf(password)
      // One transaction, like every write that announces a change: a board read in between would stay without this user.
      const id = await db.transaction().execute(async (tx) => {
        const made = await insertUser(tx, {
          name,
          email,
          password_hash: passwordHash,
          is_admin: over.isAdmin ? 1 : 0,
          department_id: departmentId,
          manager_id: over.manager ?? null,
          changed_password: over.changedPassword === false ? 0 : 1,
          has_permissions: 1,
          ...Object.fromEntries(flags),
          now,
        })
        if (over.flags?.access_onbreak) await putOnBoard(tx, made, now)
        if (over.deactivated) await tx.updateTable('user').set({ deactivated: 1 }).where('id', '=', made).execute()
        return made
      })
      const token = await createSession(db, id, now)
      return { id, token, name, email, password }
    },
    async call(call, { as, params, query, body, headers } = {}) {
      const response = await app.inject({
        method: call.method,
        url: fillPath(call.path, params),
        ...(query
          ? { query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) }
          : {}),
        headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      if (response.statusCode !== 500 && !(response.statusCode in statusesOf(call)))
        throw new Error(`${callId(call)} answered ${response.statusCode}, which the API page does not name.`)
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return { status: response.statusCode, body: isJson ? response.json() : null, headers: response.headers }
    },
    async close() {
      await app.close()
      await deps.feed.stop()
      await db.destroy()
      fresh.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
