import { createFileRoute } from '@tanstack/react-router'
import { mustBeAdminOrSignIn } from '#src/shell/guards.ts'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/frontend-admin/userlist')({
  beforeLoad: mustBeAdminOrSignIn,
  component: () => <NotBuiltYetPage title="Users" />,
})
