import { createFileRoute } from '@tanstack/react-router'
import { EtlPage } from '#src/apps/etl/EtlPage.tsx'
import { etlSearch } from '#src/apps/etl/etl-search.ts'
import { mustReadEtl } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/etl')({
  validateSearch: etlSearch,
  beforeLoad: mustReadEtl,
  component: EtlPage,
})
