import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApplicationFallbackPage } from '#src/apps/applications/ApplicationFallbackPage.tsx'
import { isServerRendered, wasAskedOfNetwork } from '#src/apps/applications/server-rendered.ts'

export const Route = createFileRoute('/_in/app/$')({
  // Reached from within, as after signing in: only a full page load brings what the server renders.
  beforeLoad: ({ location, params, preload }) => {
    if (!preload && isServerRendered(params._splat) && !wasAskedOfNetwork(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true, replace: true })
  },
  component: ApplicationFallbackPage,
})
