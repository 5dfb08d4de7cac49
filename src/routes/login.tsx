import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { SignInPage } from '#src/apps/accounts/SignInPage.tsx'
import { ownPath } from '#src/lib/own-path.ts'

export const Route = createFileRoute('/login')({
  validateSearch: ({ redirect: target }: Record<string, unknown>): { redirect?: string } =>
    typeof target === 'string' ? { redirect: target } : {},
  beforeLoad: ({ search }) => {
    if (session.get()) throw redirect({ href: ownPath(search.redirect), replace: true })
    session.arrive()
  },
  component: SignInPage,
})
