/**
 * Form for one todo. A change also applies to every checklist where the task is not checked yet (spec §2 Onboarding).
 */
import { SegmentedControl } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { type TaskOwner, type Todo, updateTodo } from '#contract/apps/checklist.ts'
import { PathId } from '#contract/values.ts'
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
import { OWNER_WORDS } from '../due.ts'
import classes from '../FormPage.module.css'
import { FormPage } from '../FormPage.tsx'
import { checklists, todos } from '../queries.ts'
import { DIRECTIONS, TodoFields } from './TodoFields.tsx'
import { changedTodo, type TodoValues, todoBody, todoValues, wholeTodo } from './todo-form.ts'

const route = getRouteApi('/_in/app/onboarding/todos/$id/edit')

const MOVES = 'Moved to another employee type or direction, it leaves the checklists where nobody has checked it yet.'

const CONFLICT_OPTIONS = {
  fieldNames: {
    empType: 'Employee Type',
    customMessage: 'Todo',
    moreInfo: 'Details',
    dueDays: 'Due',
    owner: 'Who does it',
  },
  quotes: { owner: (owner: TaskOwner) => OWNER_WORDS[owner] },
  button: 'Update',
  isSame: storedAlike(updateTodo.body),
}

const useTodoList = () => useLocation({ select: ({ state }) => state.todoList }) ?? {}

function TodoForm({ todo }: { todo: Todo }) {
  useWindowPart(todo.customMessage)
  const { online } = useConnection()
  const navigate = useNavigate()
  const isHere = useIsCurrentScreen()
  const search = useTodoList()
  const isSaved = useRef(false)
  const { _id, empType, isOffboarding } = todo
  const opened = todoValues(todo)
  const merge = useConflictMerge(wholeTodo(opened), CONFLICT_OPTIONS)
  const form = useForm<TodoValues>({
    initialValues: opened,
    validate: (values) => fieldErrors(updateTodo.body, todoBody(values, todo)),
  })
  const { submit, busy, error, onInvalid } = usePersistedSubmit(form, async (values) => {
    const now = await queryClient.fetchQuery({ ...todos.one(_id), staleTime: 0 })
    const body = changedTodo(merge(wholeTodo(values), wholeTodo(todoValues(now))), now)
    // No idempotency key: repeating the same values changes nothing, and overwriting those that another admin has set
    // must take effect.
    await send(updateTodo, { params: { id: _id }, body })
    isSaved.current = true
    for (const queryKey of [todos.all.queryKey, checklists.key]) void queryClient.invalidateQueries({ queryKey })
    if (!isHere()) return
    // Leads to the list of the direction the todo is in after the change.
    const show = body.isOffboarding ? 'offboarding' : undefined
    await navigate({
      to: '/app/onboarding/todos',
      search: { ...search, show },
      state: savedState('The todo was saved.'),
    })
  })
  const isMoved = form.values.empType !== empType || form.values.isOffboarding !== isOffboarding
  return (
    <form noValidate className={card.form} onSubmit={form.onSubmit(submit, onInvalid)}>
      <ErrorAlert error={error} />
      <BusyFields busy={busy}>
        <TodoFields form={form} isOffboarding={form.values.isOffboarding} />
        <div className={classes.choice}>
          <span id="direction">Direction</span>
          <SegmentedControl
            aria-labelledby="direction"
            data={DIRECTIONS}
            value={form.values.isOffboarding ? 'offboarding' : 'onboarding'}
            onChange={(value) => form.setFieldValue('isOffboarding', value === 'offboarding')}
          />
        </div>
      </BusyFields>
      {isMoved && (
        <p className={classes.hint} role="status">
          {MOVES}
        </p>
      )}
      <div className={classes.done}>
        <BusyButton type="submit" busy={busy} disabled={!online}>
          Update
        </BusyButton>
        {!online && <p className="quiet">You are offline. Todos can be changed once the portal is back.</p>}
      </div>
      <UnsavedChanges isDirty={() => form.isDirty() && !isSaved.current} />
    </form>
  )
}

function OneTodo({ id }: { id: number }) {
  const { data, error } = useQuery(todos.one(id))
  if (data) return <TodoForm todo={data} />
  return <NotLoaded error={error} />
}

export function TodoEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  const search = useTodoList()
  const parent = (
    <Link to="/app/onboarding/todos" search={search}>
      Todos
    </Link>
  )
  return (
    <FormPage title="Edit Todo" parent={parent}>
      {id ? <OneTodo key={id} id={id} /> : <ErrorAlert error="There is no such todo." />}
    </FormPage>
  )
}
