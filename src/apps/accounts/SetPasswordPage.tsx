/** The forced password change: the only screen until it is done, on every path (spec §2 Route sets). */
import { Anchor } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type SessionUser, updateMyPermissions, updateProfile } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { session } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useSubmit } from '#src/forms/use-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './EntryCard.module.css'
import { EntryCard } from './EntryCard.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { confirmErrors, mismatchOf } from './new-password.ts'
import { signOut } from './sign-out.ts'

export function SetPasswordPage({ me }: { me: SessionUser }) {
  const bodyOf = (password: string) => ({ id: me._id, name: me.name, email: me.email, password })
  const form = useForm({
    initialValues: { password: '', confirm: '' },
    validate: ({ password, confirm }) => ({
      ...(password === '' ? { password: 'Password is required.' } : fieldErrors(updateProfile.body, bodyOf(password))),
      ...confirmErrors(confirm),
    }),
  })
  const { submit, busy, error, onInvalid } = useSubmit(
    form,
    async ({ password }) => {
      const user = await send(updateProfile, { body: bodyOf(password) })
      // The password is changed by now. If the server has set the flag, a failed update is ignored (offline.md §3.7).
      const permissions = await send(updateMyPermissions, { body: { changed_password: true } }).catch((problem) => {
        if (user.permissions.changed_password) return user.permissions
        throw problem
      })
      session.renew(me.token, { ...user, permissions })
    },
    { objection: mismatchOf },
  )
  return (
    <EntryCard
      title="Set Password"
      intro={`Welcome, ${me.name}. Choose a password of your own to go on.`}
      footer={
        <Anchor
          href="/login"
          onClick={(event) => {
            event.preventDefault()
            void signOut()
          }}
        >
          Sign Out
        </Anchor>
      }
    >
      <form noValidate className={classes.form} onSubmit={form.onSubmit(submit, onInvalid)}>
        <ErrorAlert error={error} />
        <NewPasswordFields form={form} label="New Password" isRequired autoFocus />
        <BusyButton type="submit" size="md" busy={busy}>
          Set Password
        </BusyButton>
      </form>
    </EntryCard>
  )
}
