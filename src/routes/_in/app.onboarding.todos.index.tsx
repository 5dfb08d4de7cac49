import { createFileRoute } from '@tanstack/react-router'
import { mustBeAdmin } from '#src/shell/guards.ts'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/app/onboarding/todos/')({
  beforeLoad: mustBeAdmin,
  component: () => <NotBuiltYetPage title="Todos" />,
})
