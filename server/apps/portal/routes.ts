/** The calls about the portal itself: wire.md “The portal itself”. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { getConfig, getHealth, getOpenApi, getStatus } from '#contract/apps/portal.ts'
import { isReadOnly } from '../../db/errors.ts'
import { askedHost, liveAddress } from '../../http/live-address.ts'
import { Problem } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { openApi } from './openapi.ts'
import { statusOf } from './status.ts'

/** How long the database may take to answer. A load balancer asks again soon. */
const ANSWERS_WITHIN_MS = 3_000

const SILENT = 'The database does not answer.'

/** On Postgres this fails wherever a write would: a standby that only allows reading is not a working portal. */
const HEALTH_CHECK = {
  sqlite: sql`select 1`,
  postgres: sql`do $$ begin
    if current_setting('transaction_read_only') = 'on' then raise exception 'read-only' using errcode = '25006'; end if;
  end $$`,
}

export const portalRoutes: readonly Route[] = [
  route(getConfig, async ({ deps: { config }, request }) => {
    const host = askedHost({ headers: request.headers, remoteAddress: request.socket.remoteAddress }, config.trustProxy)
    return {
      name: config.name,
      register: config.register.mode,
      ...liveAddress(config, host),
      version: config.version,
      timeZone: config.timeZone,
    }
  }),

  route(getHealth, async ({ db, deps }) => {
    const refusal = HEALTH_CHECK[deps.dialect].execute(db).then(
      () => null,
      (error) => (isReadOnly(error) ? 'The database is read-only.' : SILENT),
    )
    const detail = await Promise.race([refusal, sleep(ANSWERS_WITHIN_MS, SILENT, { ref: false })])
    if (detail) throw new Problem(503, detail, { 'retry-after': '5' })
    return { status: 'ok', version: deps.config.version }
  }),

  route(getOpenApi, async ({ deps }) => openApi(deps.config)),

  route(getStatus, ({ db, deps, now }) => statusOf(deps, db, now)),
]
