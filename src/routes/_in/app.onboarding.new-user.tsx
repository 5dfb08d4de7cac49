import { createFileRoute } from '@tanstack/react-router'
import { NewUserPage } from '#src/apps/accounts/NewUserPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/new-user')({
  beforeLoad: mustBeAdmin,
  component: NewUserPage,
})
