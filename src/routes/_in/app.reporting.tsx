import { createFileRoute } from '@tanstack/react-router'
import { reportReader } from '#contract/who.ts'
import { ReportingPage } from '#src/apps/reporting/ReportingPage.tsx'
import { reportingSearch } from '#src/apps/reporting/reporting-search.ts'
import { NeedsPermission } from '#src/shell/NeedsPermission.tsx'

export const Route = createFileRoute('/_in/app/reporting')({
  validateSearch: reportingSearch,
  component: () => (
    <NeedsPermission rule={reportReader} title="Reporting">
      <ReportingPage />
    </NeedsPermission>
  ),
})
