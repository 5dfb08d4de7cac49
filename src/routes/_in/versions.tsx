import { createFileRoute } from '@tanstack/react-router'
import { VersionsPage } from '#src/apps/versions/VersionsPage.tsx'
import { versionsSearch } from '#src/apps/versions/versions-search.ts'

export const Route = createFileRoute('/_in/versions')({
  validateSearch: versionsSearch,
  component: VersionsPage,
})
