import { createFileRoute } from '@tanstack/react-router'
import { mustReadMood } from '#src/shell/guards.ts'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/app/mood-report')({
  beforeLoad: mustReadMood,
  component: () => <NotBuiltYetPage title="Mood Report" />,
})
