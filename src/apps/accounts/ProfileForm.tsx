/** The form for one's own name, email and password. */
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type SessionUser, updateProfile } from '#contract/apps/accounts.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { setUntouched, useServerValues } from '#src/forms/server-values.ts'
import { threeWayMerge } from '#src/forms/three-way-merge.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { mismatchOf } from './new-password.ts'
import classes from './ProfilePage.module.css'
import { notificationsKey, profile } from './queries.ts'

export function ProfileForm({ me }: { me: SessionUser }) {
  const { online } = useConnection()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initialValues: { name: me.name, email: me.email, password: '', confirm: '' },
    validate: ({ confirm: _, ...body }) => fieldErrors(updateProfile.body, { id: me._id, ...body }),
  })
  useServerValues(form, { name: me.name, email: me.email })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(
    form,
    async (typed) => {
      // Read before the fetch: changes made elsewhere appear in the form seconds later, and replace its initial values.
      const before = form.getInitialValues()
      const { name, email } = await queryClient.fetchQuery({ ...profile, staleTime: 0 })
      const { confirm: _, ...body } = threeWayMerge(before, typed, { ...typed, name, email })
      // Leaves out the permissions: the form below may have saved another department meanwhile.
      const { permissions: _then, ...user } = await send(updateProfile, {
        body: { id: me._id, ...body, email: body.email.trim().toLowerCase() },
      })
      session.renew(me.token, user)
      // A new password signs out all other devices of this person, which the list below still shows as notified.
      if (body.password !== '') void queryClient.invalidateQueries({ queryKey: notificationsKey })
      setUntouched(form, typed, { name: user.name, email: user.email, password: '', confirm: '' })
      setSaved(true)
    },
    { objection: mismatchOf },
  )
  return (
    <section className={classes.section} aria-labelledby="account">
      <h2 id="account">Account</h2>
      {/* `onChange` hears typing only: values that appear in a field by themselves leave “Saved.” on the screen. */}
      <form
        noValidate
        className={classes.form}
        onChange={() => setSaved(false)}
        onSubmit={form.onSubmit(submit, onInvalid)}
      >
        <ErrorAlert error={error} />
        <TextInput label="Name" aria-required autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="Email" aria-required type="email" autoComplete="username" {...form.getInputProps('email')} />
        <div className={classes.pair}>
          <NewPasswordFields
            form={form}
            label="New Password"
            description="Leave it empty to keep yours."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
        </div>
        <div className={classes.done}>
          <BusyButton type="submit" busy={busy} disabled={!online}>
            Update
          </BusyButton>
          <Text size="sm" c="dimmed" role="status">
            {online ? saved && 'Saved.' : 'You are offline. The profile can be changed once the portal is back.'}
          </Text>
        </div>
      </form>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </section>
  )
}
