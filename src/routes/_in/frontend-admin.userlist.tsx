import { createFileRoute } from '@tanstack/react-router'
import { UserListPage } from '#src/apps/accounts/UserListPage.tsx'
import { userSearch } from '#src/apps/accounts/user-search.ts'
import { mustBeAdminOrSignIn } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/frontend-admin/userlist')({
  validateSearch: userSearch,
  beforeLoad: mustBeAdminOrSignIn,
  component: UserListPage,
})
