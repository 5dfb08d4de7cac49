import { createFileRoute } from '@tanstack/react-router'
import { DepartmentEditPage } from '#src/apps/checklist/DepartmentEditPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/departments/$id/edit')({
  beforeLoad: mustBeAdmin,
  component: DepartmentEditPage,
})
