import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '#src/apps/accounts/import/ImportPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/import')({
  beforeLoad: mustBeAdmin,
  component: ImportPage,
})
