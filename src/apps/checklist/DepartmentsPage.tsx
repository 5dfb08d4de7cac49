/** The list of departments. The people in a department get its todos (spec §2 Onboarding). */
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createDepartment, type Department, deleteDepartment } from '#contract/apps/checklist.ts'
import { EVERYONE } from '#contract/values.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { departments } from '#src/api/departments.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useAddForm } from '#src/forms/use-add-form.ts'
import { countText } from '#src/lib/count-text.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { useSaved } from '#src/screen/use-saved.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import card from '#src/ui/Card.module.css'
import { DeleteButton } from '#src/ui/DeleteButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { type OutcomePart, useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import { FormPage } from './FormPage.tsx'
import { DELETE } from './prompts.ts'
import { checklists, todos } from './queries.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: departments.queryKey })
/** Deleting a department also deletes its todos, and their tasks on the checklists. */
const refreshDeleted = () =>
  Promise.all(
    [departments.queryKey, todos.all.queryKey, checklists.key].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

interface PartProps extends OutcomePart {
  readonly online: boolean
}

function AddForm({ online, ...part }: PartProps) {
  const form = useForm({
    initialValues: { empType: '' },
    validate: (values) => fieldErrors(createDepartment.body, values),
  })
  const { onSubmit, busy, failure } = useAddForm(form, part, {
    add: (body, headersFor) => send(createDepartment, { body, headers: headersFor(body) }),
    refresh,
    firstField: 'empType',
    outcome: 'The department was added.',
    conflict: 'empType',
  })
  return (
    <form noValidate className={card.line} onSubmit={onSubmit}>
      <ErrorAlert error={failure} />
      <div className={card.field}>
        <TextInput label="Name" aria-required autoComplete="off" {...form.getInputProps('empType')} />
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Add
        </BusyButton>
      </div>
      {/* Not after a refusal: a single name is no loss, and the list below is where one looks next. */}
      <UnsavedChanges isDirty={() => !form.errors.empType && form.getValues().empType.trim() !== ''} />
    </form>
  )
}

/**
 * Warns that the todos of both directions are deleted with the department. This page does not know whether anybody is
 * in the department; if so, the server refuses to delete it (wire.md “Checklist”).
 */
const deletionNote = (count: number | undefined) =>
  count === 1
    ? 'If nobody is in it, its todo goes with it, also from the checklists where nobody has checked it yet.'
    : `If nobody is in it, its ${count === undefined ? '' : `${countText(count)} `}todos go with it, also from the checklists where nobody has checked them yet.`

interface EntryProps {
  readonly department: Department
  /** Undefined until the todos are loaded. */
  readonly todoCount: number | undefined
  readonly online: boolean
  readonly onDelete: () => Promise<void>
}

function Entry({ department: { _id, empType }, todoCount, online, onDelete }: EntryProps) {
  if (empType === EVERYONE)
    return (
      <span className={card.what}>
        <span className={card.name}>{empType}</span>
        <span className={card.fixed}>Built in: all departments</span>
      </span>
    )
  return (
    <>
      <span className={card.name}>{empType}</span>
      <Link
        to="/app/onboarding/departments/$id/edit"
        params={{ id: String(_id) }}
        className={card.icon}
        aria-label={`Edit ${empType}`}
        title={`Edit ${empType}`}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </Link>
      <DeleteButton
        name={empType}
        prompt={DELETE}
        note={todoCount === 0 ? undefined : deletionNote(todoCount)}
        disabled={!online}
        onDelete={onDelete}
      />
    </>
  )
}

function DepartmentList({ online, ...part }: PartProps) {
  const { data, error } = useQuery(departments)
  const { data: allTodos } = useQuery(todos.all)
  const { heading, refusal, remove } = useRemoval(part, refreshDeleted)
  const removed = ({ _id }: Department) =>
    remove(() => sendDeletion(deleteDepartment, _id), 'The department was deleted.')

  return (
    <section aria-labelledby="departments">
      <h2 id="departments" ref={heading} tabIndex={-1}>
        All departments
      </h2>
      <ErrorAlert error={refusal || (data ? null : error)} />
      <ul className={card.rows}>
        {data?.map((department) => (
          <li key={department._id} className={card.row}>
            <Entry
              department={department}
              todoCount={allTodos?.filter(({ empType }) => empType === department.empType).length}
              online={online}
              onDelete={() => removed(department)}
            />
          </li>
        ))}
      </ul>
      {!data && !error && <Loading />}
    </section>
  )
}

export function DepartmentsPage() {
  const { online } = useConnection()
  const { outcome, partOf } = useOutcome(useSaved().sentence)
  return (
    <FormPage title="Departments" lead="People in a department get its todos and those of Everyone.">
      <div className={card.settings}>
        <AddForm online={online} {...partOf('add')} />
        <p className={online ? card.said : card.hindrance} role="status">
          {online ? outcome : 'You are offline. Departments can be changed once the portal is back.'}
        </p>
        <DepartmentList online={online} {...partOf('list')} />
      </div>
    </FormPage>
  )
}
