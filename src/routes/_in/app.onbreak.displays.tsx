import { createFileRoute } from '@tanstack/react-router'
import { DisplaysPage } from '#src/apps/onbreak/DisplaysPage.tsx'
import { mustKeepDisplays } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onbreak/displays')({
  beforeLoad: mustKeepDisplays,
  component: DisplaysPage,
})
