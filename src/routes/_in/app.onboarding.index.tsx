import { createFileRoute } from '@tanstack/react-router'
import { ChecklistsPage } from '#src/apps/checklist/ChecklistsPage.tsx'
import { checklistSearch } from '#src/apps/checklist/checklist-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/')({
  validateSearch: checklistSearch,
  beforeLoad: mustBeAdmin,
  component: ChecklistsPage,
})
