import { createFileRoute } from '@tanstack/react-router'
import { ApplicationEditPage } from '#src/apps/applications/ApplicationEditPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/application/$id/edit')({
  beforeLoad: mustBeAdmin,
  component: ApplicationEditPage,
})
