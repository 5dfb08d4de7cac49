/** Creates an account for another person, with a temporary password and their first checklist (spec §2 Onboarding). */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { NO_DEPARTMENT, registerOther } from '#contract/apps/accounts.ts'
import { EVERYONE } from '#contract/values.ts'
import { useConnection } from '#src/api/connection.ts'
import { departments } from '#src/api/departments.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import type { Objection } from '#src/forms/use-submit.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import card from '#src/ui/Card.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import classes from './NewUserPage.module.css'
import { confirmErrors, mismatchOf } from './new-password.ts'
import { users } from './queries.ts'
import type { Registration, Step } from './registration.ts'
import { useRegistration } from './use-registration.ts'

const BLANK = { name: '', email: '', password: '', confirm: '', dept: '', isAdmin: false, cepEmployee: true }
type Values = typeof BLANK

const NOT_CHOSEN: Objection = { sentence: NO_DEPARTMENT, field: 'dept' }

/** Errors to add when the alert reports the password mismatch: a missing department is then reported at its field. */
const besideMismatch = (values: Values) =>
  mismatchOf(values) && values.dept === '' ? { confirm: true, dept: NOT_CHOSEN.sentence } : {}

/** By the step that failed: the sentence about what is known to be made. */
const DONE_BEFORE: Readonly<Record<Step, string>> = {
  account:
    'The portal has not confirmed this account yet. Create goes on with it, as long as the email address stays the same.',
  permissions: 'The account was created, but not its permissions.',
  checklist: 'The account and its permissions were created, but not the checklist.',
}

/** Values carried over to the next new user, who mostly shares them. */
type CarriedValues = Pick<Values, 'dept' | 'cepEmployee'>

interface DoneProps {
  readonly registration: Registration
  readonly onAnother: (carried: CarriedValues) => void
}

function Done({ registration, onAnother }: DoneProps) {
  const sentence = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone: this sentence takes it.
  useEffect(() => void sentence.current?.focus(), [])
  return (
    <div className={`${card.form} ${classes.done}`} role="status">
      <p ref={sentence} tabIndex={-1}>
        <strong>{registration.user.name}</strong> was added, and can sign in with the temporary password.
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={`/app/onboarding/${registration.id}`}>
          Open the checklist
        </Button>
        <Button component={Link} to={`/frontend-admin/user/${registration.id}/edit`} variant="default">
          Give permissions
        </Button>
        <Button variant="subtle" onClick={() => onAnother(registration.user)}>
          Add another
        </Button>
      </div>
    </div>
  )
}

const NoDepartments = () => (
  <>
    There are no departments yet. Create one under <Link to="/app/onboarding/departments">Departments</Link> first.
  </>
)

interface FieldsProps {
  readonly form: UseFormReturnType<Values>
  /** The departments' names, as far as they are known. */
  readonly names: readonly string[]
  /** Whether there are certainly no departments. */
  readonly isWithoutDepartments: boolean
  /** Whether the name field takes the focus at first. */
  readonly takesFocus: boolean
  readonly disabled: boolean
}

function Fields({ form, names, isWithoutDepartments, takesFocus, disabled }: FieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) first.current?.focus()
  }, [takesFocus])
  return (
    <fieldset className={classes.fields} disabled={disabled}>
      <legend className="visually-hidden">New user</legend>
      <TextInput ref={first} label="Name" aria-required autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label="Email" aria-required type="email" autoComplete="off" {...form.getInputProps('email')} />
      <div className={classes.pair}>
        <NewPasswordFields form={form} label="Temporary Password" isRequired />
      </div>
      <NativeSelect
        label="Department"
        aria-required
        description={isWithoutDepartments && <NoDepartments />}
        data={[{ value: '', label: 'Select...' }, ...names.toSorted(compareText)]}
        {...form.getInputProps('dept')}
      />
      <Checkbox label="Admin" {...form.getInputProps('isAdmin', { type: 'checkbox' })} />
      <Checkbox label="Company Employee" {...form.getInputProps('cepEmployee', { type: 'checkbox' })} />
    </fieldset>
  )
}

interface NewUserFormProps {
  /** Values carried over from the user added before; the name field then takes the focus. Null for the first user. */
  readonly carried: CarriedValues | null
  readonly onAnother: (carried: CarriedValues) => void
}

function NewUserForm({ carried, onAnother }: NewUserFormProps) {
  const { online } = useConnection()
  const { registration, register, forget } = useRegistration()
  const { data = [], error: loadError, isSuccess: areKnown } = useQuery(departments)
  const names = data.map(({ empType }) => empType).filter((name) => name !== EVERYONE)
  const form = useForm<Values>({
    initialValues: { ...BLANK, ...carried, ...registration?.user },
    validate: ({ confirm, ...body }) => ({
      ...fieldErrors(registerOther.body, body),
      ...besideMismatch({ confirm, ...body }),
      ...confirmErrors(confirm),
    }),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(
    form,
    async ({ confirm: _, ...values }) => {
      // Lowercased as at sign-in: another server may tell letters apart (spec §5).
      await register({ ...values, email: values.email.trim().toLowerCase() })
      // All is sent: a session that ends now must not keep these values as a half-filled form.
      form.resetDirty()
      await queryClient.invalidateQueries({ queryKey: users.key })
    },
    { objection: (values) => mismatchOf(values) ?? (values.dept === '' ? NOT_CHOSEN : null) },
  )

  if (registration?.next === null) return <Done registration={registration} onAnother={onAnother} />

  const isMade = registration?.id != null
  const check = form.onSubmit(submit, onInvalid)
  function go(event: FormEvent<HTMLFormElement>): void {
    if (!isMade) {
      check(event)
      return
    }
    // Skips validation: the values passed it when the account was made, and the password may be gone after a reload.
    event.preventDefault()
    void submit(form.values)
  }
  function giveUp(): void {
    forget()
    onAnother(form.values)
  }

  return (
    <form noValidate className={card.form} onSubmit={go}>
      <ErrorAlert error={error ?? (names.length === 0 ? loadError : null)} />
      {registration?.next && !busy && <p className={classes.stands}>{DONE_BEFORE[registration.next]}</p>}
      <BusyFields busy={busy}>
        <Fields
          form={form}
          names={names}
          isWithoutDepartments={areKnown && names.length === 0}
          takesFocus={carried !== null}
          disabled={isMade}
        />
      </BusyFields>
      <div className={classes.actions}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          {isMade ? 'Go on' : 'Create'}
        </BusyButton>
        {registration && !busy && (
          <Button variant="subtle" onClick={giveUp}>
            Add somebody else
          </Button>
        )}
        {!online && <p className="quiet">You are offline. Users can be added once the portal is back.</p>}
      </div>
      <UnsavedChanges isDirty={() => form.isDirty() && !isMade} />
    </form>
  )
}

export function NewUserPage() {
  const [{ round, carried }, setNext] = useState<{ round: number; carried: CarriedValues | null }>({
    round: 0,
    carried: null,
  })
  return (
    <div className={card.page}>
      <SubPage title="Create New User" here="New User" parent={<Link to="/app/onboarding">Onboarding</Link>}>
        <NewUserForm
          key={round}
          carried={carried}
          onAnother={({ dept, cepEmployee }) => setNext({ round: round + 1, carried: { dept, cepEmployee } })}
        />
      </SubPage>
    </div>
  )
}
