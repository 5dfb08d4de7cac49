/** The reporting calls. */
import * as calls from '#contract/apps/reporting.ts'
import { metaOf, setMeta } from '../../db/meta.ts'
import { badRequest } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { DAY_MS } from '../../lib/instants.ts'
import { audit, diff } from '../audit/store.ts'
import { reportOf } from './report.ts'

const MAX_DAYS = 732
/**
 * Limits for reports. They leave room to count days before and after without leaving the years that have four digits.
 */
const CALENDAR = { from: '1900-01-01', to: '2199-12-31' }
/** Key in `meta`. */
const ADDRESS = 'analytics-url'

export const reportingRoutes: readonly Route[] = [
  route(calls.getReport, ({ db, deps, caller, query, now }) => {
    const { from, to } = query
    if (from > to) throw badRequest('The first day must not be after the last.', 'from')
    if (from < CALENDAR.from || to > CALENDAR.to)
      throw badRequest('A report covers days between 1900 and 2199.', from < CALENDAR.from ? 'from' : 'to')
    if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS)
      throw badRequest('A report covers two years at most.', 'from')
    return reportOf(db, deps.dialect, { from, to, timeZone: deps.config.timeZone }, { caller, now })
  }),

  route(calls.getAnalytics, async ({ db }) => ({ url: (await metaOf(db, ADDRESS)) ?? '' })),

  route(calls.setAnalytics, async ({ db, caller, body: { url }, now, address }) => {
    const before = (await metaOf(db, ADDRESS)) ?? ''
    await setMeta(db, ADDRESS, url)
    // Audited, because everybody who may read the reporting sees the embedded page.
    const changes = diff({ url: before }, { url })
    if (changes.length > 0) await audit(db, { kind: 'analytics-set', actor: caller, changes, at: now, address })
    return { url }
  }),
]
