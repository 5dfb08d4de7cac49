import { createFileRoute } from '@tanstack/react-router'
import { OldUserPage } from '#src/apps/checklist/OldUserPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/old-user')({
  beforeLoad: mustBeAdmin,
  component: OldUserPage,
})
