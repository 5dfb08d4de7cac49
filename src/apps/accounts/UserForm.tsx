/** The form of the user edit screen. It keeps what was typed until the server has accepted it. */
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
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
import { useDialogSubject } from '#src/ui/use-dialog-subject.ts'
import { DeactivateButton } from './DeactivateButton.tsx'
import { DeactivatedNote } from './DeactivatedNote.tsx'
import { mismatchOf } from './new-password.ts'
import { useSaveUser } from './save-user.ts'
import classes from './UserEditPage.module.css'
import { AccountFields, PermissionFields, PlaceFields } from './UserFields.tsx'
import { useDeactivation } from './use-deactivation.ts'
import { accountErrors, type UserValues, valuesOf } from './user-values.ts'

const SAVED = 'The user was saved.'
const STILL_AWAY = 'The user was saved and is still deactivated. Choose a department to let them back in.'

/** Asked only for one's own account: what is done to another user can be undone. */
const QUESTIONS = {
  deactivation: {
    prompt:
      'This removes all your permissions, your admin rights and your department, and signs you out at once. Only another admin can let you back in.',
    action: 'Deactivate',
    isDestructive: true,
  },
  admin: {
    prompt:
      'You are removing your own admin rights. Once this is saved you can no longer open this page or give them back to yourself.',
    action: 'Update',
    isDestructive: false,
  },
}

type Question = { readonly about: 'deactivation' } | { readonly about: 'admin'; readonly values: UserValues }

/** Like `usePersistedSubmit`: saves the user, then returns to the list. `isSaved`: whether that has happened. */
function useSubmitUser(form: UseFormReturnType<UserValues>, user: User) {
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const list = useLocation({ select: ({ state }) => state.userList })
  const isSaved = useRef(false)
  const save = useSaveUser()
  const submission = usePersistedSubmit(
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
  return { ...submission, isSaved: () => isSaved.current }
}

interface UserFormProps {
  /** The user as last read from the server; changes are computed against it. */
  readonly user: User
  /** Called when the form has read the user anew. */
  readonly onReload: (user: User) => void
}

export function UserForm({ user, onReload }: UserFormProps) {
  const me = useMe()
  const { online } = useConnection()
  const question = useDialogSubject<Question>()
  const form = useForm<UserValues>({
    initialValues: valuesOf(user),
    validate: (values) => accountErrors(user, values),
  })
  const isSelf = me._id === user._id
  const { submit, busy, error, setError, onInvalid, isSaved } = useSubmitUser(form, user)
  const deactivation = useDeactivation(form, user, onReload)

  /** Clears the errors of earlier attempts. */
  function clearErrors(): void {
    setError(null)
    deactivation.clearErrors()
  }

  function check(values: UserValues): void {
    clearErrors()
    const losesAdmin = isSelf && user.isAdmin && !values.isAdmin
    if (losesAdmin && mismatchOf(values) === null) question.open({ about: 'admin', values })
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
    question.close()
    if (question.subject?.about === 'admin') void submit(question.subject.values)
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
          <DeactivateButton
            busy={deactivation.isDeactivating}
            disabled={!online || busy || user.deactivated === true}
            onPress={() => (isSelf ? question.open({ about: 'deactivation' }) : startDeactivation())}
          />
          <BusyButton type="submit" busy={busy} disabled={!online || deactivation.isDeactivating}>
            Update
          </BusyButton>
        </div>
      </div>
      <ConfirmDialog
        {...QUESTIONS[question.subject?.about ?? 'deactivation']}
        opened={question.isOpen}
        name={user.name}
        onConfirm={confirm}
        onClose={question.close}
      />
      <UnsavedChanges isDirty={() => form.isDirty() && !isSaved()} />
    </form>
  )
}
