import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { SignedIn } from '#src/shell/SignedIn.tsx'

/** Everything but sign-in and register: whoever is not signed in signs in first, and then gets what they asked for. */
export const Route = createFileRoute('/_in')({
  beforeLoad: ({ location }) => {
    if (!session.get() && location.pathname !== '/')
      throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  },
  component: SignedIn,
})
