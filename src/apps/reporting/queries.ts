/** The queries of the reporting screen. Their keys are spelled out only here. */
import { queryOptions } from '@tanstack/react-query'
import { getAnalytics, getReport } from '#contract/apps/reporting.ts'
import { send } from '#src/api/call.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'

export const report = (days: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: ['reporting', days.from, days.to],
    queryFn: ({ signal }) => send(getReport, { query: days, signal }),
    meta: { persist: true },
  })

export const analytics = queryOptions({
  queryKey: ['reporting', 'analytics'],
  // Other servers have no such call, so nothing is embedded.
  queryFn: ({ signal }) => unlessUnknown(send(getAnalytics, { signal }), { url: '' }),
  meta: { persist: true },
})
