/** The calls of the mood report: wire.md “Mood”. */
import * as calls from '#contract/apps/mood.ts'
import type { Caller } from '#contract/who.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { forbidden } from '../../http/problem.ts'
import { Parts, type Route, route } from '../../http/route.ts'
import { authorsWhere, inScope, readerOf, reportsWhere } from './reports.ts'
import { submit } from './submit.ts'
import { trends } from './trends.ts'
import { allWeeks, asDateRange, openWeeksOf } from './weeks.ts'

const todayOf = ({ deps, now }: { deps: Pick<Deps, 'config'>; now: string }) => ({
  now,
  timeZone: deps.config.timeZone,
})

interface ReaderContext {
  readonly db: Db
  readonly caller: Caller
}

/** Returns the caller as reader of a scope. Throws 403 if the scope is not theirs. */
async function readerWith(scope: calls.MoodScope, { db, caller }: ReaderContext) {
  if (!calls.scopesOf(caller).includes(scope)) throw forbidden(calls.SCOPE_RULE[scope].refusal)
  return readerOf(db, caller.id)
}

const reportsIn = async (scope: calls.MoodScope, input: ReaderContext & { readonly query: calls.ReportPage }) =>
  new Parts(reportsWhere(input.db, inScope(scope, await readerWith(scope, input)), input.query))

/**
 * Returns the reports that the caller's widest scope reaches; it includes the narrower ones. Empty for an admin without
 * any scope.
 */
async function reportsInReach({ db, caller }: ReaderContext, filter: Parameters<typeof reportsWhere>[2]) {
  const [widest] = calls.scopesOf(caller)
  return widest ? new Parts(reportsWhere(db, inScope(widest, await readerOf(db, caller.id)), filter)) : []
}

export const moodRoutes: readonly Route[] = [
  route(calls.listOpenPeriods, async (input) => {
    const today = todayOf(input)
    const weeks = await openWeeksOf(input.db, input.caller.id, today)
    return weeks.filter(({ isFilled }) => !isFilled).map(asDateRange)
  }),
  route(calls.listPeriods, async (input) => {
    const today = todayOf(input)
    return (await allWeeks(input.db, today)).map(asDateRange)
  }),
  route(calls.submitMoodReport, (input) => submit(input.db, input.caller.id, input.body, todayOf(input))),

  route(calls.listMyReports, (input) => reportsIn('normalManager', input)),
  route(calls.listDeptReports, (input) => reportsIn('deptManager', input)),
  route(calls.listAllReports, (input) => reportsIn('moodAdmin', input)),
  route(calls.listReportsOfUser, (input) => reportsInReach(input, { user: input.params.id })),
  route(calls.listReportsOfPeriod, (input) => reportsInReach(input, { period: input.params.id })),
  route(calls.listMoodUsers, async (input) => {
    const { scope } = input.query
    return authorsWhere(input.db, inScope(scope, await readerWith(scope, input)))
  }),
  route(calls.getMoodTrends, async (input) => {
    const { scope } = input.query
    const reader = await readerWith(scope, input)
    const [widest = scope] = calls.scopesOf(input.caller)
    return trends(input.db, { scope, widest, reader, today: todayOf(input) })
  }),
]
