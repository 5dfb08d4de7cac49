import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { HomePage } from '#src/apps/applications/HomePage.tsx'
import { homeSearch } from '#src/apps/applications/home-search.ts'
import { applications } from '#src/apps/applications/queries.ts'

export const Route = createFileRoute('/_in/')({
  validateSearch: homeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (session.get()?.permissions.changed_password) void queryClient.prefetchQuery(applications.page(deps))
  },
  component: HomePage,
})
