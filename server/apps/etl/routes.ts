/** The calls of the ETL viewer and of the tools that report to it: wire.md “ETL”. */
import * as calls from '#contract/apps/etl.ts'
import { type Route, route } from '../../http/route.ts'
import { timedChangeOf } from '../../http/timing.ts'
import { auditThing } from '../audit/store.ts'
import { ingestBatched } from './batched-ingest.ts'
import { listDataSources, listTables } from './catalogue.ts'
import { deleteExpectation, listExpectations, listLate, setExpectation } from './expectations.ts'
import { checkSources, listKeys, makeKey, revokeKey } from './keys.ts'
import { readEvents } from './openlineage.ts'
import { ingestPing } from './ping.ts'
import { fixRun, listRuns, pastDays, summary } from './store.ts'

export const etlRoutes: readonly Route[] = [
  route(calls.listRuns, ({ db, deps, query, now }) => {
    const days = pastDays(now, deps.config.timeZone)
    return listRuns(db, query, { within: { from: days[0]?.from ?? now, until: days.at(-1)?.until ?? now } })
  }),
  route(calls.listSuccessfulRuns, ({ db, query }) => listRuns(db, query, { isSuccessful: true })),
  route(calls.listFailedRuns, ({ db, query }) => listRuns(db, query, { isSuccessful: false })),
  route(calls.getRunSummary, ({ db, deps, now }) => summary(db, now, deps.config.timeZone)),
  route(calls.fixRun, (input) => fixRun(input.db, input.params.id, input.body.isFixed, timedChangeOf(input))),
  route(calls.listDataSources, ({ db }) => listDataSources(db)),
  route(calls.listTables, ({ db }) => listTables(db)),

  route(calls.postLineage, {
    // Runs before this call's transaction: merging is idempotent by itself, and many requests share one commit.
    prepare: async ({ db, caller, body, now }) => {
      const { states, accepted } = readEvents(body)
      await checkSources(
        db,
        caller.id,
        states.map(({ source }) => source),
      )
      await ingestBatched(db, states, now)
      return accepted
    },
    run: async (_input, accepted) => ({ accepted }),
  }),
  route(calls.pingRun, async ({ db, caller, params, body, now }) => {
    await checkSources(db, caller.id, [params.source])
    await ingestPing(db, { ...params, output: body }, now)
    return { accepted: 1 }
  }),

  route(calls.listApiKeys, ({ db }) => listKeys(db)),
  route(calls.createApiKey, async (input) => {
    const made = await makeKey(input.db, input.body, input.now)
    await auditThing(input, 'api-key-made', made.name)
    return made
  }),
  route(calls.deleteApiKey, async (input) => {
    await auditThing(input, 'api-key-revoked', await revokeKey(input.db, input.params.id))
  }),

  route(calls.listExpectations, ({ db }) => listExpectations(db)),
  route(calls.setExpectation, ({ db, body, now }) => setExpectation(db, body, now)),
  route(calls.deleteExpectation, ({ db, params }) => deleteExpectation(db, params.id)),
  route(calls.listLate, ({ db, now }) => listLate(db, now)),
]
