import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { RegisterPage } from '#src/apps/accounts/RegisterPage.tsx'
import { redirectParam } from '#src/lib/own-path.ts'

export const Route = createFileRoute('/register')({
  // Kept for the link back to sign-in.
  validateSearch: redirectParam,
  beforeLoad: () => {
    if (session.get()) throw redirect({ to: '/', replace: true })
  },
  component: RegisterPage,
})
