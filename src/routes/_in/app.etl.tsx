import { createFileRoute } from '@tanstack/react-router'
import { mustReadEtl } from '#src/shell/guards.ts'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/app/etl')({
  beforeLoad: mustReadEtl,
  component: () => <NotBuiltYetPage title="ETL Viewer" />,
})
