import { createFileRoute } from '@tanstack/react-router'
import { TodosPage } from '#src/apps/checklist/todos/TodosPage.tsx'
import { todoSearch } from '#src/apps/checklist/todos/todo-search.ts'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/onboarding/todos/')({
  validateSearch: todoSearch,
  beforeLoad: mustBeAdmin,
  component: TodosPage,
})
