import { createFileRoute, redirect } from '@tanstack/react-router'
import { ApplicationFallbackPage } from '#src/apps/applications/ApplicationFallbackPage.tsx'
import { isServerRendered, wasAskedOfNetwork } from '#src/apps/applications/server-rendered.ts'

export const Route = createFileRoute('/_in/app/$')({
  // A page that the server renders needs a full page load, also when a link or the redirect after sign-in leads to it.
  beforeLoad: ({ location, params, preload }) => {
    if (!preload && isServerRendered(params._splat) && !wasAskedOfNetwork(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true, replace: true })
  },
  component: ApplicationFallbackPage,
})
