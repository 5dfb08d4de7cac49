/** The call that reads the audit log. */
import { listAudit } from '#contract/apps/audit.ts'
import { type Route, route } from '../../http/route.ts'
import { auditEntries } from './store.ts'

export const auditRoutes: readonly Route[] = [route(listAudit, ({ db, query }) => auditEntries(db, query))]
