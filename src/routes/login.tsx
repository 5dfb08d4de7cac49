import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { SignInPage } from '#src/apps/accounts/SignInPage.tsx'
import { askedFor, ownPath } from '#src/lib/own-path.ts'

export const Route = createFileRoute('/login')({
  validateSearch: askedFor,
  beforeLoad: ({ search, location: { state } }) => {
    if (session.get()) throw redirect({ href: ownPath(search.redirect), replace: true, state })
    session.arrive()
  },
  component: SignInPage,
})
