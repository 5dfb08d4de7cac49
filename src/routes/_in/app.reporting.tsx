import { createFileRoute } from '@tanstack/react-router'
import { has } from '#contract/who.ts'
import { NeedsPermission } from '#src/shell/NeedsPermission.tsx'
import { NotBuiltYetPage } from '#src/shell/NotBuiltYetPage.tsx'

export const Route = createFileRoute('/_in/app/reporting')({
  component: () => (
    <NeedsPermission rule={has('access_reporting')} title="Reporting">
      <NotBuiltYetPage title="Reporting" />
    </NeedsPermission>
  ),
})
