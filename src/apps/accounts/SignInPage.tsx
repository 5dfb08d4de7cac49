/** The sign-in page (spec §2). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { login } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { portalConfig } from '#src/api/portal-config.ts'
import { session } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { redirectParam } from '#src/lib/own-path.ts'
import { isChangeLost, waitingForSignIn } from '#src/offline/left-behind.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './EntryCard.module.css'
import { EntryCard } from './EntryCard.tsx'
import { PasswordField } from './PasswordField.tsx'

/** Returns the body of the call: the email is trimmed, lowercased and sent as the user name (spec §5). */
const bodyOf = ({ email, password }: { email: string; password: string }) => ({
  username: email.trim().toLowerCase(),
  password,
})

const PLEASE = 'Please sign in again.'

/**
 * Returns why the session ended if it ended by itself, whether the last change was lost, and how many changes wait to
 * be sent; null otherwise.
 */
function endedSentence(): string | null {
  const waiting = waitingForSignIn()
  const wanted = waiting > 0 ? `Sign in again to send ${waiting === 1 ? '1 change' : `${waiting} changes`}.` : PLEASE
  const lost = isChangeLost() && 'Your last change was not saved.'
  return session.reason() && [session.reason(), lost, wanted].filter(Boolean).join(' ')
}

export function SignInPage() {
  const { data: config } = useQuery(portalConfig)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: (values) => {
      const { username, ...others } = fieldErrors(login.body, bodyOf(values))
      return username ? { email: username, ...others } : others
    },
  })
  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async (values) => session.set(await send(login, { body: bodyOf(values) })),
    { rename: { username: 'email' } },
  )
  return (
    <EntryCard
      title="Sign In"
      footer={
        config?.register !== 'closed' && (
          <>
            New here?{' '}
            <Link to="/register" search={redirectParam}>
              Register
            </Link>
          </>
        )
      }
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
        <ErrorAlert error={error ?? endedSentence()} />
        <TextInput
          label="Email"
          aria-required
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          aria-required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" size="md" busy={busy}>
          Sign In
        </BusyButton>
      </form>
    </EntryCard>
  )
}
