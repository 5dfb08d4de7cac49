import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/versions')({
  component: () => <NotBuiltYetPage title="Versions" />,
})
