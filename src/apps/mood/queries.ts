/** What the screens read of the mood report; nobody else spells these keys. What people wrote is never kept on the device. */
import { queryOptions } from '@tanstack/react-query'
import { listCepUsers } from '#contract/apps/accounts.ts'
import { listOpenPeriods } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'

export const openPeriods = queryOptions({
  queryKey: ['mood', 'open'],
  queryFn: ({ signal }) => send(listOpenPeriods, { signal }),
  meta: { persist: true },
})

/** Whom one may vote for. */
export const colleagues = queryOptions({
  queryKey: ['mood', 'colleagues'],
  queryFn: ({ signal }) => send(listCepUsers, { signal }),
  meta: { persist: true },
})
