/** The register page (spec §2, §5). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { login, register, type SessionUser, updateMyPermissions } from '#contract/apps/accounts.ts'
import type { BodyIn } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { portalConfig } from '#src/api/portal-config.ts'
import { Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { redirectParam } from '#src/lib/own-path.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './EntryCard.module.css'
import { EntryCard } from './EntryCard.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { confirmErrors, mismatchOf } from './new-password.ts'

const INTRO = {
  open: 'Create your account. An admin then gives you access to the apps.',
  domains: 'Create an account with your company email address. An admin then gives you access to the apps.',
  closed: 'Registration is closed. Please ask an admin for an account.',
} as const

/**
 * Returns a function that registers. If the address is taken after a try for it that got no answer, that try has probably
 * registered it: the password tells, and signs the person in.
 */
function useRegister(): (body: BodyIn<typeof register>) => Promise<SessionUser> {
  const unanswered = useRef<string>(null)
  return async (body) => {
    try {
      return await send(register, { body })
    } catch (error) {
      const { email: username, password } = body
      const isOurs = error instanceof Problem && error.isOurs
      if (!isOurs) unanswered.current = username
      if (!(isOurs && error.fields.email && unanswered.current === username)) throw error
      return send(login, { body: { username, password } }).catch(() => Promise.reject(error))
    }
  }
}

export function RegisterPage() {
  const { data: config } = useQuery(portalConfig)
  const sendRegistration = useRegister()
  const form = useForm({
    initialValues: { name: '', email: '', password: '', confirm: '' },
    validate: ({ confirm, ...body }) => ({
      ...fieldErrors(register.body, body),
      ...confirmErrors(confirm),
    }),
  })
  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async ({ name, email, password }) => {
      const user = await sendRegistration({ name, email: email.trim().toLowerCase(), password })
      session.set(user)
      // Spec §4: registering is followed at once by the permissions update. If that fails, the account still exists.
      const permissions = await send(updateMyPermissions, { body: { changed_password: true } }).catch(() => null)
      if (permissions) session.renew(user.token, { ...user, permissions })
    },
    { objection: mismatchOf },
  )
  return (
    <EntryCard
      title="Register"
      intro={INTRO[config?.register ?? 'open']}
      footer={
        <>
          Have an account?{' '}
          <Link to="/login" search={redirectParam}>
            Sign In
          </Link>
        </>
      }
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
        <ErrorAlert error={error} />
        <TextInput label="Name" aria-required autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput
          label="Email Address"
          aria-required
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <NewPasswordFields form={form} label="Password" isRequired />
        <BusyButton type="submit" size="md" busy={busy}>
          Register
        </BusyButton>
      </form>
    </EntryCard>
  )
}
