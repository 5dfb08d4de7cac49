import { createFileRoute } from '@tanstack/react-router'
import { ChecklistPage } from '#src/apps/checklist/ChecklistPage.tsx'
import { taskSearch } from '#src/apps/checklist/checklist-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/$id')({
  validateSearch: taskSearch,
  beforeLoad: mustBeAdmin,
  component: ChecklistPage,
})
