/** The calls of the mood report: wire.md “Mood”. */
import * as calls from '#contract/apps/mood.ts'
import type { Deps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { submit } from './submit.ts'
import { allWeeks, asDateRange, openWeeksOf } from './weeks.ts'

const todayOf = ({ deps, now }: { deps: Deps; now: string }) => ({ now, timeZone: deps.config.timeZone })

export const moodRoutes: readonly Route[] = [
  route(calls.listOpenPeriods, async (input) =>
    (await openWeeksOf(input.db, input.caller.id, todayOf(input))).filter(({ isFilled }) => !isFilled).map(asDateRange),
  ),
  route(calls.listPeriods, async (input) => (await allWeeks(input.db, todayOf(input))).map(asDateRange)),
  route(calls.submitMoodReport, (input) => submit(input.db, input.caller.id, input.body, todayOf(input))),
]
