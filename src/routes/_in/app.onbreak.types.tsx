import { createFileRoute } from '@tanstack/react-router'
import { BreakTypesPage } from '#src/apps/onbreak/BreakTypesPage.tsx'
import { mustAdminBoard } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onbreak/types')({
  beforeLoad: mustAdminBoard,
  component: BreakTypesPage,
})
