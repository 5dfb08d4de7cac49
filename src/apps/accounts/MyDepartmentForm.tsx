/** Permissions/Settings: a company employee chooses their own department (spec §2 Profile, §6). */
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { NO_DEPARTMENT, type SessionUser, updateMyPermissions } from '#contract/apps/accounts.ts'
import { choosesDepartment } from '#contract/own-department.ts'
import { EVERYONE } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { departments } from '#src/api/departments.ts'
import { session } from '#src/api/session.ts'
import { useAlertDescription } from '#src/forms/use-alert-description.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './ProfilePage.module.css'

export function MyDepartmentForm({ me }: { me: SessionUser }) {
  const { online } = useConnection()
  const { data = [], error: loadError } = useQuery(departments)
  /** Null until the person chooses; the stored department is shown, also when an admin changes it. */
  const [chosen, setChosen] = useState<string | null>(null)
  const choice = chosen ?? me.permissions.empType
  const [state, setState] = useState<{ busy?: boolean; saved?: boolean; error?: unknown }>({})
  // Adds the present choice: a department that an admin has just set may be newer than the list.
  const names = [...new Set([...data.map(({ empType }) => empType), choice])].filter(
    (name) => name && name !== EVERYONE,
  )
  const verdict = choosesDepartment(me.permissions)
  const isFixed = verdict !== true
  const hint = isFixed
    ? verdict
    : online
      ? state.saved && 'Saved.'
      : 'You are offline. The department can be changed once the portal is back.'

  const isMissing = state.error === NO_DEPARTMENT
  const field = useRef<HTMLSelectElement>(null)
  useAlertDescription(isMissing, () => field.current)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (choice === '') {
      field.current?.focus()
      return setState({ error: NO_DEPARTMENT })
    }
    setState({ busy: true })
    try {
      const permissions = await send(updateMyPermissions, { body: { empType: choice } })
      // Renews the permissions only: the form above may have saved another name meanwhile.
      session.renew(me.token, { permissions })
      setChosen(null)
      setState({ saved: true })
    } catch (error) {
      setState({ error })
    }
  }

  return (
    <section className={classes.section} aria-labelledby="settings">
      <h2 id="settings">Permissions/Settings</h2>
      <form noValidate className={classes.form} onSubmit={submit}>
        <ErrorAlert error={state.error ?? (online && data.length === 0 ? loadError : null)} />
        <NativeSelect
          label="Department"
          aria-required
          value={choice}
          disabled={isFixed}
          ref={field}
          error={isMissing}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            setState({})
          }}
          data={[{ value: '', label: 'Select a department' }, ...names.sort(compareText)]}
        />
        <div className={classes.done}>
          <BusyButton type="submit" busy={state.busy === true} disabled={!online || isFixed}>
            Update
          </BusyButton>
          <Text size="sm" c="dimmed" role="status">
            {hint}
          </Text>
        </div>
      </form>
    </section>
  )
}
