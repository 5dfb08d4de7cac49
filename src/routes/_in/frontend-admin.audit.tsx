import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#src/apps/audit/AuditPage.tsx'
import type { AuditSearch } from '#src/apps/audit/audit-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/audit')({
  // The page checks the params itself: doing it here would load the list of kinds with the first screen.
  validateSearch: (search: AuditSearch) => search,
  beforeLoad: mustBeAdmin,
  component: AuditPage,
})
