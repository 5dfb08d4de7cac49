import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { Frame } from '#src/shell/lazy-frame.ts'
import { SignedIn } from '#src/shell/SignedIn.tsx'

/** Everything but sign-in and register: whoever is not signed in signs in first, and then gets what they asked for. */
export const Route = createFileRoute('/_in')({
  beforeLoad: ({ location }) => {
    if (!session.get() && location.pathname !== '/')
      throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  },
  loader: async () => {
    if (session.get()) await Frame.preload?.()
  },
  component: SignedIn,
})
