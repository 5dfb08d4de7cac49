import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { SignInPage } from '#src/apps/accounts/SignInPage.tsx'
import { ownPath, redirectParam } from '#src/lib/own-path.ts'

export const Route = createFileRoute('/login')({
  validateSearch: redirectParam,
  beforeLoad: ({ search, location: { state } }) => {
    if (session.get()) throw redirect({ href: ownPath(search.redirect), replace: true, state })
    session.arrive()
  },
  component: SignInPage,
})
