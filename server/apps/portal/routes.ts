/** The calls about the portal itself: wire.md “The portal itself”. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { getConfig, getHealth, getOpenApi, getStatus } from '#contract/apps/portal.ts'
import { askedHost, liveAddress } from '../../http/live-address.ts'
import { Problem } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { openApi } from './openapi.ts'
import { statusOf } from './status.ts'

/** Whoever balances the load asks again soon. */
const ANSWERS_WITHIN_MS = 3_000

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
    const answer = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([answer, setTimeout(ANSWERS_WITHIN_MS, false, { ref: false })])))
      throw new Problem(503, 'The database does not answer.', { 'retry-after': '5' })
    return { status: 'ok', version: deps.config.version }
  }),

  route(getOpenApi, async ({ deps }) => openApi(deps.config)),

  route(getStatus, ({ db, deps, now }) => statusOf(deps, db, now)),
]
