import { createFileRoute } from '@tanstack/react-router'
import { BreakEditPage } from '#src/apps/onbreak/BreakEditPage.tsx'
import { mustAdminBoard } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onbreak/$id/edit')({
  beforeLoad: mustAdminBoard,
  component: BreakEditPage,
})
