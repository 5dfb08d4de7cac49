/** The queries of the mood report. Their keys are spelled out only here. Reports are never kept on the device. */
import { queryOptions } from '@tanstack/react-query'
import { listCepUsers } from '#contract/apps/accounts.ts'
import {
  getMoodTrends,
  listMoodUsers,
  listOpenPeriods,
  listPeriods,
  listReportsOfPeriod,
  listReportsOfUser,
  type MoodScope,
} from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { isCopy } from '#src/api/copies.ts'
import { session } from '#src/api/session.ts'
import { unlessUnknown } from '#src/api/unless-unknown.ts'
import { dropClosedDrafts } from './closed-drafts.ts'

const key = ['mood'] as const
/** Key prefix of everything computed from reports: each report that is sent may change it. */
export const reportsKey = [...key, 'told'] as const

export const openPeriods = queryOptions({
  queryKey: [...key, 'open'],
  queryFn: async ({ signal }) => {
    const me = session.get()?._id
    const askedAt = Date.now()
    const open = await send(listOpenPeriods, { signal })
    if (me && !isCopy(signal)) void dropClosedDrafts(me, open, askedAt)
    return open
  },
  meta: { persist: true },
})

/** Id of the week whose reminder this person has dismissed on this device; null if none. */
export const dismissedReminder = queryOptions({
  queryKey: [...key, 'reminder put away'],
  queryFn: ({ client, queryKey }): number | null => client.getQueryData(queryKey) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { persist: true },
})

/** The users one may vote for. */
export const colleagues = queryOptions({
  queryKey: [...key, 'colleagues'],
  queryFn: ({ signal }) => send(listCepUsers, { signal }),
  meta: { persist: true },
})

export const allPeriods = queryOptions({
  queryKey: [...key, 'periods'],
  queryFn: ({ signal }) => send(listPeriods, { signal }),
  meta: { persist: true },
})

/**
 * Returns the query of the users in a scope who have sent reports. Other servers lack the call; all colleagues stand in
 * there.
 */
export const authors = (scope: MoodScope) =>
  queryOptions({
    queryKey: [...reportsKey, 'authors', scope],
    queryFn: async ({ signal }) =>
      (await unlessUnknown(send(listMoodUsers, { query: { scope }, signal }), null)) ?? send(listCepUsers, { signal }),
  })

export type ReportsOf = { readonly user: number } | { readonly period: number }

/** Returns the query of the reports of one person or week that the signed-in person may read. */
export const reports = (of: ReportsOf) =>
  queryOptions({
    queryKey: [...reportsKey, 'reports', of],
    queryFn: ({ signal }) =>
      'user' in of
        ? send(listReportsOfUser, { params: { id: of.user }, signal })
        : send(listReportsOfPeriod, { params: { id: of.period }, signal }),
  })

/** Returns the query of a scope's averages; null where the server has no such call. */
export const trends = (scope: MoodScope) =>
  queryOptions({
    queryKey: [...reportsKey, 'trends', scope],
    queryFn: ({ signal }) => unlessUnknown(send(getMoodTrends, { query: { scope }, signal }), null),
  })
