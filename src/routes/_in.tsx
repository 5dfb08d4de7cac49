import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { Frame, SignInPage } from '#src/shell/lazy-screens.ts'
import { SignedIn } from '#src/shell/SignedIn.tsx'

/** Everything but sign-in and register: whoever is not signed in signs in first, and then gets what they asked for. */
export const Route = createFileRoute('/_in')({
  beforeLoad: ({ location }) => {
    if (session.get()) return
    // Who signs in next begins at the beginning. A session that has ended is taken up again where it was.
    if (session.hasLeft()) throw redirect({ to: '/login', replace: true })
    if (location.pathname !== '/') throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  },
  loader: () => (session.get() ? Frame.preload?.() : SignInPage.preload()),
  component: SignedIn,
})
