import { createFileRoute } from '@tanstack/react-router'
import { UserEditPage } from '#src/apps/accounts/UserEditPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/user/$id/edit')({
  beforeLoad: mustBeAdmin,
  component: UserEditPage,
})
