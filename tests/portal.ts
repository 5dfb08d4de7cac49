/** A whole portal for a test: the real app over a database of its own, on SQLite or on Postgres. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { type CallDeclaration, fillPath } from '#contract/call.ts'
import type { FlagName } from '#contract/who.ts'
import { buildApp } from '#server/app.ts'
import { insertUser } from '#server/apps/accounts/change.ts'
import { hashPassword } from '#server/apps/accounts/passwords.ts'
import { putOnBoard } from '#server/apps/onbreak/store.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ensureBuiltIns } from '#server/db/built-in.ts'
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
  /** Made where there is none of this name. */
  dept?: string
  flags?: Partial<Record<FlagName, boolean>>
  changedPassword?: boolean
  deactivated?: boolean
  manager?: number
}

interface CallOptions {
  /** A token. */
  as?: string
  params?: Readonly<Record<string, string | number>>
  query?: object
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Portal {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** From now on the clock stands at this instant; null: it goes as the machine's. */
  setNow(instant: string | null): void
  addUser(over?: UserOptions): Promise<TestUser>
  call(
    call: CallDeclaration,
    options?: CallOptions,
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers that it knows
  ): Promise<{ status: number; body: any; headers: LightMyRequestResponse['headers'] }>
  close(): Promise<void>
}

/** The same for everybody whose password does not matter; one that is given takes its time, as everybody's does. */
const PASSWORD = 'long word'
/** As cheap as argon2 has it, to make and to look at. */
const USUAL_HASH = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const hashOf = (password: string) => (password === PASSWORD ? USUAL_HASH : hashPassword(password))

/** Of every test's company; the reader's is the machine's. */
export const COMPANY_ZONE = 'Europe/Berlin'

/** The day, there, that is so many after today. */
export const companyDay = (offset: number) => addDays(dayOf(new Date().toISOString(), COMPANY_ZONE), offset)

interface PortalOptions {
  config?: Partial<Config>
  clock?: () => string
  /** Another portal's `deps` database: a second server beside it (Postgres). */
  databaseUrl?: string
}

/** A schema of its own on the Postgres of the test run, or nothing but memory. */
async function freshDatabase(): Promise<{ where: string; giveBack: () => void }> {
  const server = inject('postgresUrl') as string | undefined
  if (!server) return { where: ':memory:', giveBack: () => {} }
  const { url, giveBack } = await takeSchema(server)
  return { where: url, giveBack }
}

export async function openPortal({ config = {}, clock, databaseUrl }: PortalOptions = {}): Promise<Portal> {
  const fresh = databaseUrl ? { where: databaseUrl, giveBack: () => {} } : await freshDatabase()
  const { db, dialect } = openDatabase(fresh.where)
  await migrate(db, dialect)
  await ensureBuiltIns(db)
  let stoppedAt: string | null = null
  // Made by whatever keeps a file in it.
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
      const flags = Object.entries(over.flags ?? {}).map(([flag, on]) => [FLAG_COLUMNS[flag as FlagName], on ? 1 : 0])
      const departmentId = over.dept ? await department(over.dept) : null
      const passwordHash = await hashOf(password)
      // In one transaction, as everything that tells of a change: a board read in between would stay without them.
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
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return { status: response.statusCode, body: isJson ? response.json() : null, headers: response.headers }
    },
    async close() {
      await app.close()
      await deps.feed.stop()
      await db.destroy()
      fresh.giveBack()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
