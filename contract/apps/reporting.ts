/** Figures from the portal's data, and the embedded analytics of another server (spec §2 “Other screens”). All ours. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Day, LIMITS, text } from '../values.ts'
import { admin, either, reportReader } from '../who.ts'

export const Report = z.object({
  /** Finished breaks, by the hour of the company's clock (0 to 23) at which they began. */
  away: z.array(z.object({ department: z.string(), hour: z.number(), breaks: z.number(), minutes: z.number() })),
  types: z.array(z.object({ breakType: z.string(), breaks: z.number(), minutes: z.number() })),
  /** Weeks by their Monday, oldest first; the three counts add up to all runs. */
  runs: z.array(z.object({ week: Day, successful: z.number(), failed: z.number(), amended: z.number() })),
  /** Onboarding checklists whose last task was checked in this period; `days`: how long they took, on average. */
  checklists: z.array(z.object({ department: z.string(), finished: z.number(), days: z.number() })),
  /** Oldest first; null if they would tell of fewer than `MIN_PEOPLE` whose reports the reader cannot read. */
  mood: z.array(
    z.object({
      startDate: Day,
      endDate: Day,
      sent: z.nullable(z.number()),
      averages: z.nullable(z.object({ morale: z.number(), stress: z.number(), workload: z.number() })),
    }),
  ),
})
export type Report = z.infer<typeof Report>

export const getReport = call({
  method: 'GET',
  path: '/api/reporting/',
  summary: 'What happened on these days of the company’s calendar, in figures',
  who: reportReader,
  query: z.object({ from: Day, to: Day }),
  answer: Report,
  cached: true,
  ours: true,
})

/** The address of another server's analytics page; `''`: none. */
export const Analytics = z.object({ url: z.string() })

export const getAnalytics = call({
  method: 'GET',
  path: '/api/reporting/analytics/',
  summary: 'The address of the embedded analytics',
  who: either(admin, reportReader),
  answer: Analytics,
  cached: true,
  ours: true,
})

const isHttpsOrNone = (url: string) => url === '' || /^https:\/\/[\w[][^\s]*$/.test(url)

/** Whether the address has no credentials: browsers do not embed one that has, and every reader could see them. */
const isWithoutPassword = (url: string) => !/^https:\/\/[^/?#\\]*@/.test(url)

export const setAnalytics = call({
  method: 'PUT',
  path: '/api/reporting/analytics/',
  summary: "Embed the analytics at this address, https alone; `''`: none",
  who: admin,
  body: z.strictObject({
    url: text(LIMITS.details, 'The address').check(
      z.refine(isHttpsOrNone, 'The address must begin with https://.'),
      z.refine(isWithoutPassword, 'The address must have no user name and no password in it.'),
    ),
  }),
  answer: Analytics,
  ours: true,
})
