import { createFileRoute } from '@tanstack/react-router'
import { DepartmentsPage } from '#src/apps/checklist/DepartmentsPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/departments/')({
  beforeLoad: mustBeAdmin,
  component: DepartmentsPage,
})
