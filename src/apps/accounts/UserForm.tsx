/** The form of the user edit screen. It keeps what was typed until the server has accepted it. */
import { Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { User } from '#contract/apps/accounts.ts'
import { useConnection } from '#src/api/connection.ts'
import { useMe } from '#src/api/session.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { savedState } from '#src/screen/use-saved.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { DeactivatedNote } from './DeactivatedNote.tsx'
import { mismatchOf } from './new-password.ts'
import { useSaveUser } from './save-user.ts'
import classes from './UserEditPage.module.css'
import { AccountFields, PermissionFields, PlaceFields } from './UserFields.tsx'
import { useDeactivation } from './use-deactivation.ts'
import { accountErrors, rightsOf, type UserValues, valuesOf } from './user-values.ts'

/** Wording prescribed by spec §2. */
const TOOLTIP = 'Removes all permissions, admin status, and dept type for selected user.'

const ADMIN_GOES =
  'You are removing your own admin rights. Once this is saved you can no longer open this page or give them back to yourself.'

const SAVED = 'The user was saved.'
const STILL_AWAY = 'The user was saved and is still deactivated. Choose a department to let them back in.'
/** Asked only for one's own account: deactivating another user needs no confirmation, because it can be undone. */
const OWN_DEACTIVATION =
  'This removes all your permissions, your admin rights and your department, and signs you out at once. Only another admin can let you back in.'

type Question = { readonly about: 'deactivation' } | { readonly about: 'admin'; readonly values: UserValues }

interface UserFormProps {
  /** The user as last read from the server; changes are computed against it. */
  readonly user: User
  /** Called when the form has read the user anew. */
  readonly onReload: (user: User) => void
}

export function UserForm({ user, onReload }: UserFormProps) {
  const me = useMe()
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const list = useLocation({ select: ({ state }) => state.userList })
  const [question, setQuestion] = useState<Question | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isSaved = useRef(false)
  const save = useSaveUser()
  const form = useForm<UserValues>({
    initialValues: valuesOf(user),
    validate: (values) => accountErrors(user, values),
  })
  const isSelf = me._id === user._id

  const { submit, busy, error, setError, onInvalid } = usePersistedSubmit(
    form,
    async (values) => {
      await save(user, values)
      isSaved.current = true
      if (!isHere()) return
      const isStillAway = user.deactivated === true && values.dept === null
      const state = savedState(isStillAway ? STILL_AWAY : SAVED, user._id)
      // No scroll reset: the list scrolls to the saved row.
      await navigate({ to: '/frontend-admin/userlist', search: list ?? {}, state, resetScroll: false })
    },
    { rename: { cepManager: 'manager' }, objection: mismatchOf },
  )
  function adopt(fresh: User): void {
    const values = valuesOf(fresh)
    form.setInitialValues(values)
    form.setValues({ ...rightsOf(fresh), manager: values.manager }) // keeps what was typed in the other fields
    onReload(fresh)
  }
  const deactivation = useDeactivation(form, user, adopt)

  const askAbout = (about: Question) => {
    setQuestion(about)
    setAsking(true)
  }

  /** Clears the errors of earlier attempts. */
  function clearErrors(): void {
    setError(null)
    deactivation.clearErrors()
  }

  function check(values: UserValues): void {
    clearErrors()
    if (isSelf && user.isAdmin && !values.isAdmin && mismatchOf(values) === null) askAbout({ about: 'admin', values })
    else void submit(values)
  }

  function refuse(errors: object, values: UserValues): void {
    clearErrors()
    onInvalid(errors, values)
  }

  function startDeactivation(): void {
    clearErrors()
    deactivation.deactivate()
  }

  function confirm(): void {
    setAsking(false)
    if (question?.about === 'admin') void submit(question.values)
    else startDeactivation()
  }

  function undo(): void {
    clearErrors()
    deactivation.undo()
  }

  const isDirty = form.isDirty()
  return (
    <form noValidate aria-label={user.name} onSubmit={form.onSubmit(check, refuse)}>
      {user.deactivated && (
        <DeactivatedNote name={user.name} isNew={deactivation.canUndo} busy={deactivation.isUndoing} onUndo={undo} />
      )}
      <BusyFields busy={busy}>
        <div className={classes.sections}>
          <AccountFields form={form} user={user} isSelf={isSelf} />
          <PermissionFields form={form} />
          <PlaceFields form={form} user={user} />
        </div>
      </BusyFields>
      <div className={classes.footer} data-bottom-bar>
        <ErrorAlert error={error ?? deactivation.error} />
        <div className={classes.done}>
          <p className={classes.state} role="status">
            {online ? isDirty && 'Unsaved changes' : 'You are offline. Users can be changed once the portal is back.'}
          </p>
          <Tooltip label={TOOLTIP} interactive multiline w={280} events={{ hover: true, focus: true, touch: true }}>
            <BusyButton
              variant="default"
              className={classes.deactivate}
              busy={deactivation.isDeactivating}
              disabled={!online || busy || user.deactivated === true}
              onClick={() => (isSelf ? askAbout({ about: 'deactivation' }) : startDeactivation())}
            >
              Deactivate
            </BusyButton>
          </Tooltip>
          <BusyButton type="submit" busy={busy} disabled={!online || deactivation.isDeactivating}>
            Update
          </BusyButton>
        </div>
      </div>
      <ConfirmDialog
        opened={isAsking}
        name={user.name}
        prompt={question?.about === 'admin' ? ADMIN_GOES : OWN_DEACTIVATION}
        action={question?.about === 'admin' ? 'Update' : 'Deactivate'}
        isDestructive={question?.about !== 'admin'}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
      <UnsavedChanges isDirty={() => form.isDirty() && !isSaved.current} />
    </form>
  )
}
