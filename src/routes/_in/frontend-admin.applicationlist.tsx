import { createFileRoute } from '@tanstack/react-router'
import { ApplicationListPage } from '#src/apps/applications/ApplicationListPage.tsx'
import { homeSearch } from '#src/apps/applications/home-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/applicationlist')({
  validateSearch: homeSearch,
  beforeLoad: mustBeAdmin,
  component: ApplicationListPage,
})
