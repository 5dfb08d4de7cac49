/**
 * Starts the offboarding of a person: flags them as leaving and gives them the offboarding tasks (spec §2 Onboarding).
 */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { startOffboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { useConnection } from '#src/api/connection.ts'
import { useIsOther } from '#src/api/portal-config.ts'
import { Unreachable } from '#src/api/problem.ts'
import { queryClient } from '#src/api/query-client.ts'
import { useServerValues } from '#src/forms/server-values.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import type { Objection } from '#src/forms/use-submit.ts'
import { repeatKeys } from '#src/lib/repeat-keys.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import card from '#src/ui/Card.module.css'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'
import classes from './FormPage.module.css'
import { FormPage } from './FormPage.tsx'
import { checklists } from './queries.ts'
import { usePeople } from './use-people.ts'

/** Exact wording from spec §5. */
const NOBODY: Objection = { sentence: 'Please select an Employee', field: 'employee' }
/** A partly typed date counts as none. */
const NO_DAY: Objection = { sentence: 'Please enter the last day.', field: 'lastDay' }
const NEEDS_NETWORK = 'Removing an old user needs the network.'

interface Values {
  /** The user's id as a string, which the dropdown needs. */
  readonly employee: string | null
  readonly lastDay: string
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly email: string
}

/** Returns the people who can be offboarded: everybody except those who are already leaving or are deactivated. */
function useChoices() {
  const { data, error, isPending } = useQuery(checklists.employees)
  const { incomplete, done, error: listError } = usePeople()
  const choices = useMemo(() => {
    const leaving = new Set(
      [...(incomplete ?? []), ...(done ?? [])].flatMap((user) => (user.isOffboarding ? user.id : [])),
    )
    return (data ?? [])
      .filter(({ _id, deactivated }) => !deactivated && !leaving.has(_id))
      .map(({ _id, name, email }): Choice => ({ value: String(_id), label: name, email }))
  }, [data, incomplete, done])
  return {
    choices,
    error: (data ? null : error) ?? listError,
    isMissing: !data || !incomplete || done === undefined,
    isLoading: isPending || !incomplete || done === undefined,
  }
}

function OldUserForm() {
  const isOther = useIsOther()
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const { choices, error: loadError, isLoading, isMissing } = useChoices()
  const [keys] = useState(repeatKeys)
  const today = useCompanyDay()
  const form = useForm<Values>({ initialValues: { employee: null, lastDay: today } })
  // The company's day is known only a moment after the first visit, and changes at midnight.
  useServerValues(form, { lastDay: today })
  const byId = useMemo(() => new Map(choices.map((choice) => [choice.value, choice])), [choices])

  const { submit, busy, error } = usePersistedSubmit(
    form,
    async ({ employee: id, lastDay }) => {
      if (id === null) return
      // Other servers take no last day.
      const body = isOther ? undefined : { lastDay }
      const headers = keys.headers(`leave ${id}`, body)
      await send(startOffboarding, { params: { id: Number(id) }, body, headers })
      await queryClient.invalidateQueries({ queryKey: checklists.key })
      if (isHere()) await navigate({ to: '/app/onboarding/$id', params: { id } })
    },
    { objection: ({ employee, lastDay }) => (employee === null ? NOBODY : isOther || lastDay ? null : NO_DAY) },
  )

  if (isMissing && (!online || loadError instanceof Unreachable))
    return <EmptyState drawing="cloud">{NEEDS_NETWORK}</EmptyState>

  return (
    <form noValidate className={card.form} onSubmit={form.onSubmit(submit)}>
      <ErrorAlert error={error ?? loadError} />
      {/* The search covers name and email address, since two people may share a name. */}
      <SearchSelect
        label="Employee"
        aria-required
        isLoading={isLoading}
        clearable
        clearButtonProps={{ 'aria-label': 'Nobody' }}
        data={isLoading ? [] : choices}
        textOf={({ value, label }) => `${label} ${byId.get(value)?.email}`}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <span>{byId.get(String(option.value))?.email}</span>
          </span>
        )}
        {...form.getInputProps('employee')}
      />
      {!isOther && (
        <TextInput
          type="date"
          label="Last day"
          description="The due dates of their tasks are counted from it."
          {...form.getInputProps('lastDay')}
        />
      )}
      <p className="quiet" style={{ margin: 0 }}>
        They get the offboarding tasks of their department and keep their access for now. Deactivate them once
        everything is done.
      </p>
      <div className={classes.done}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Remove Old User
        </BusyButton>
        {!online && <p className="quiet">You are offline. This needs the network.</p>}
      </div>
    </form>
  )
}

export const OldUserPage = () => (
  <FormPage title="Remove Old User">
    <OldUserForm />
  </FormPage>
)
