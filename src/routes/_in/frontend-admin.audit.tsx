import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#src/apps/audit/AuditPage.tsx'
import type { AuditSearch } from '#src/apps/audit/audit-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/audit')({
  // The page reads them itself: the list of kinds would be loaded with the first screen otherwise.
  validateSearch: (search: AuditSearch) => search,
  beforeLoad: mustBeAdmin,
  component: AuditPage,
})
