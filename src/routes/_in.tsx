import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { Frame, SignInPage } from '#src/shell/lazy-screens.ts'
import { SignedIn } from '#src/shell/SignedIn.tsx'

/** The layout of all signed-in pages. A signed-out visitor is sent to sign-in, and afterwards to the page asked for. */
export const Route = createFileRoute('/_in')({
  beforeLoad: ({ location }) => {
    if (session.get()) return
    // After a sign-out the next person starts at the home page; after an expired session the page is restored.
    if (session.hasLeft()) throw redirect({ to: '/login', replace: true })
    if (location.pathname !== '/') throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
  },
  loader: () => (session.get() ? Frame.preload?.() : SignInPage.preload()),
  component: SignedIn,
})
