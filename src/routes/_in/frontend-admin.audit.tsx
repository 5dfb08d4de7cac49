import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '#src/apps/audit/AuditPage.tsx'
import { auditSearch } from '#src/apps/audit/audit-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/audit')({
  validateSearch: auditSearch,
  beforeLoad: mustBeAdmin,
  component: AuditPage,
})
