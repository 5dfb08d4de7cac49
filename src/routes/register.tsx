import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/api/session.ts'
import { RegisterPage } from '#src/apps/accounts/RegisterPage.tsx'

export const Route = createFileRoute('/register')({
  beforeLoad: () => {
    if (session.get()) throw redirect({ to: '/', replace: true })
  },
  component: RegisterPage,
})
