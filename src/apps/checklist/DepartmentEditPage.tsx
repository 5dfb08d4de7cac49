/** Form for a department's name. A rename applies everywhere at once (spec §2 Onboarding). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Department, updateDepartment } from '#contract/apps/checklist.ts'
import { EVERYONE, PathId } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { storedAlike, useConflictMerge } from '#src/forms/merge-conflicts.ts'
import { usePersistedSubmit } from '#src/forms/use-persisted-submit.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { savedState } from '#src/screen/use-saved.ts'
import { useWindowPart } from '#src/screen/window-title.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { BusyFields } from '#src/ui/BusyFields.tsx'
import card from '#src/ui/Card.module.css'
import classes from './FormPage.module.css'
import { FormPage } from './FormPage.tsx'
import { department } from './queries.ts'

const route = getRouteApi('/_in/app/onboarding/departments/$id/edit')

const CONFLICT_OPTIONS = {
  fieldNames: { empType: 'Name' },
  button: 'Update',
  isSame: storedAlike(updateDepartment.body),
}

function DepartmentForm({ opened }: { opened: Department }) {
  useWindowPart(opened.empType)
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const isSaved = useRef(false)
  const merge = useConflictMerge({ empType: opened.empType }, CONFLICT_OPTIONS)
  const form = useForm({
    initialValues: { empType: opened.empType },
    validate: (values) => fieldErrors(updateDepartment.body, values),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(
    form,
    async (values) => {
      const { empType } = await queryClient.fetchQuery({ ...department(opened._id), staleTime: 0 })
      const body = merge(values, { empType })
      // No idempotency key: repeating the same name changes nothing, and overwriting a name that another admin has set
      // must take effect.
      await send(updateDepartment, { params: { id: opened._id }, body })
      isSaved.current = true
      // People, todos and the board all show the department's name.
      void queryClient.invalidateQueries()
      if (!isHere()) return
      await navigate({ to: '/app/onboarding/departments', state: savedState('The department was saved.') })
    },
    { conflict: 'empType' },
  )
  return (
    <form noValidate className={card.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TextInput label="Name" aria-required autoComplete="off" {...form.getInputProps('empType')} />
      </BusyFields>
      <div className={classes.done}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Update
        </BusyButton>
        {!online && <p className="quiet">You are offline. Departments can be changed once the portal is back.</p>}
      </div>
      <UnsavedChanges isDirty={() => form.isDirty() && !isSaved.current} />
    </form>
  )
}

function OneDepartment({ id }: { id: number }) {
  const { data, error } = useQuery(department(id))
  if (data?.empType === EVERYONE) return <p>Everyone stands for all departments. It is built in and keeps its name.</p>
  if (data) return <DepartmentForm opened={data} />
  return <NotLoaded error={error} />
}

export function DepartmentEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  return (
    <FormPage title="Edit Department" parent={<Link to="/app/onboarding/departments">Departments</Link>}>
      {id ? <OneDepartment key={id} id={id} /> : <ErrorAlert error="There is no such department." />}
    </FormPage>
  )
}
