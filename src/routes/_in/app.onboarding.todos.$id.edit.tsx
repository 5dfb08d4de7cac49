import { createFileRoute } from '@tanstack/react-router'
import { TodoEditPage } from '#src/apps/checklist/todos/TodoEditPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/todos/$id/edit')({
  beforeLoad: mustBeAdmin,
  component: TodoEditPage,
})
