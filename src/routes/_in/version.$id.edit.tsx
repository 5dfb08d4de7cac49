import { createFileRoute } from '@tanstack/react-router'
import { VersionEditPage } from '#src/apps/versions/VersionEditPage.tsx'
import { mustBeAdmin } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/version/$id/edit')({
  beforeLoad: mustBeAdmin,
  component: VersionEditPage,
})
