/** Form that adds a todo at the end of the list for the shown direction (onboarding or offboarding). */
import { useForm } from '@mantine/form'
import { createTodo } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'
import { useAddForm } from '#src/forms/use-add-form.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import type { OutcomePart } from '#src/ui/use-outcome.ts'
import { todos } from '../queries.ts'
import { TodoFields } from './TodoFields.tsx'
import classes from './TodosPage.module.css'
import { BLANK_TODO, type TodoValues, todoBody } from './todo-form.ts'

interface AddTodoProps extends OutcomePart {
  readonly isOffboarding: boolean
}

export function AddTodo({ isOffboarding, ...part }: AddTodoProps) {
  const { online } = useConnection()
  const form = useForm<TodoValues>({
    initialValues: BLANK_TODO,
    validate: (values) => fieldErrors(createTodo.body, todoBody({ ...values, isOffboarding })),
  })
  const { onSubmit, busy, failure } = useAddForm(form, part, {
    add: (values, headersFor) => {
      const body = todoBody({ ...values, isOffboarding })
      return send(createTodo, { body, headers: headersFor(body) })
    },
    refresh: () => queryClient.invalidateQueries({ queryKey: todos.all.queryKey }),
    firstField: 'customMessage',
    // Todos entered in a row are mostly for the same department and owner, so the next one starts with both.
    next: ({ empType, owner }) => ({ ...BLANK_TODO, empType, owner }),
    outcome: 'The todo was added.',
  })
  const direction = isOffboarding ? 'Offboarding' : 'Onboarding'
  return (
    <form noValidate className={classes.add} onSubmit={onSubmit}>
      <h2>New {direction} todo</h2>
      <ErrorAlert error={failure} />
      <TodoFields form={form} isOffboarding={isOffboarding} />
      <BusyButton type="submit" busy={busy} disabled={!online}>
        Add
      </BusyButton>
      <UnsavedChanges isDirty={() => form.values.customMessage !== '' || form.values.moreInfo !== ''} />
    </form>
  )
}
