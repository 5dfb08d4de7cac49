/** Queries of the audit log. Their keys are written in this file only, and their data is never kept on the device. */
import { queryOptions } from '@tanstack/react-query'
import { listUsers } from '#contract/apps/accounts.ts'
import { listAudit } from '#contract/apps/audit.ts'
import { send } from '#src/api/call.ts'
import type { AuditSearch } from './audit-search.ts'

/** Entries per page: fewer than the number at which a table cuts its rows to one height. */
const PAGE = 100

export const auditPage = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', search],
    queryFn: async ({ signal }) => {
      // One entry more than is shown tells whether there are older ones.
      const found = await send(listAudit, { query: { ...search, limit: PAGE + 1 }, signal })
      return { entries: found.slice(0, PAGE), hasOlder: found.length > PAGE }
    },
    staleTime: 0,
    gcTime: 300_000,
  })

/** The people that the log can be filtered by. */
export const auditPeople = queryOptions({
  queryKey: ['audit-people'],
  queryFn: ({ signal }) => send(listUsers, { signal }),
  staleTime: 60_000,
  gcTime: 300_000,
})
