/** What the screens read of the mood report; nobody else spells these keys. What people wrote is never kept on the device. */
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
/** What the reports tell whoever reads them: each that is sent changes it. */
export const told = [...key, 'told'] as const

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

/** The week whose reminder this person has put away on this device; null: none. */
export const putAway = queryOptions({
  queryKey: [...key, 'reminder put away'],
  queryFn: ({ client, queryKey }): number | null => client.getQueryData(queryKey) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { persist: true },
})

/** Whom one may vote for. */
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

/** Who has sent reports, as far as a scope reaches. Another server does not know the call: there it is all colleagues. */
export const authors = (scope: MoodScope) =>
  queryOptions({
    queryKey: [...told, 'authors', scope],
    queryFn: async ({ signal }) =>
      (await unlessUnknown(send(listMoodUsers, { query: { scope }, signal }), null)) ?? send(listCepUsers, { signal }),
  })

export type ReportsOf = { readonly user: number } | { readonly period: number }

/** One person's reports, or one week's, as far as they are in reach. */
export const reports = (of: ReportsOf) =>
  queryOptions({
    queryKey: [...told, 'reports', of],
    queryFn: ({ signal }) =>
      'user' in of
        ? send(listReportsOfUser, { params: { id: of.user }, signal })
        : send(listReportsOfPeriod, { params: { id: of.period }, signal }),
  })

/** How a scope has felt; null where the server does not know the call. */
export const trends = (scope: MoodScope) =>
  queryOptions({
    queryKey: [...told, 'trends', scope],
    queryFn: ({ signal }) => unlessUnknown(send(getMoodTrends, { query: { scope }, signal }), null),
  })
