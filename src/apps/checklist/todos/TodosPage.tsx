/** The todos of everybody who arrives or leaves, by department and in order (spec §2 Onboarding). */
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { deleteTodo, type Todo } from '#contract/apps/checklist.ts'
import { useConnection } from '#src/api/connection.ts'
import { departments } from '#src/api/departments.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { useSaved } from '#src/screen/use-saved.ts'
import card from '#src/ui/Card.module.css'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { useDialogSubject } from '#src/ui/use-dialog-subject.ts'
import { type OutcomePart, useFailure, useOutcome } from '#src/ui/use-outcome.ts'
import { useRemoval } from '#src/ui/use-removal.ts'
import { DELETE } from '../prompts.ts'
import { todos } from '../queries.ts'
import { AddTodo } from './AddTodo.tsx'
import { DIRECTIONS } from './TodoFields.tsx'
import { TodoList } from './TodoList.tsx'
import classes from './TodosPage.module.css'
import { inDirection, type Move } from './todo-order.ts'
import { type TodoSearch, todoSearch } from './todo-search.ts'
import { useReorder } from './use-reorder.ts'

const route = getRouteApi('/_in/app/onboarding/todos/')

const refresh = () => queryClient.invalidateQueries({ queryKey: todos.all.queryKey })

const OFFLINE = 'You are offline. Todos can be changed once the portal is back.'

interface ListProps {
  readonly search: TodoSearch
  readonly outcome: string
  readonly partOf: (name: string) => OutcomePart
  readonly onSearch: (part: Record<string, unknown>) => void
}

function Filter({ list, search, onSearch }: { list: readonly Todo[] } & Pick<ListProps, 'search' | 'onSearch'>) {
  const { data } = useQuery(departments)
  const names = useMemo(
    () => [...new Set([...(data ?? []), ...list].map(({ empType }) => empType))].sort(compareText),
    [data, list],
  )
  // A shared link may name a department that no longer exists.
  const choices = search.dept && !names.includes(search.dept) ? [...names, search.dept] : names
  return (
    <NativeSelect
      aria-label="Department"
      className={classes.filter}
      value={search.dept ?? ''}
      onChange={(event) => onSearch({ dept: event.currentTarget.value })}
      data={[{ value: '', label: 'All departments' }, ...choices]}
    />
  )
}

function Todos({ search, outcome, partOf, onSearch }: ListProps) {
  const { online } = useConnection()
  const { data, error: loadError } = useQuery(todos.all)
  const { seen, reorder, error: orderError } = useReorder(data)
  const ordering = partOf('order')
  const orderFailure = useFailure(orderError, ordering)
  const { heading, refusal: deleteFailure, remove } = useRemoval(partOf('delete'), refresh)
  const { subject, isOpen, open, close } = useDialogSubject<Todo>()
  const list = useMemo(() => inDirection(seen ?? [], search.show === 'offboarding'), [seen, search.show])
  const shown = useMemo(
    () => (search.dept ? list.filter(({ empType }) => empType === search.dept) : list),
    [list, search.dept],
  )
  useCountAnnouncement(data && shown.length, `${search.show} ${search.dept}`, 'todo', 'todos')

  function saveMove(move: Move | null): void {
    ordering.setOutcome('')
    reorder(move)
  }

  async function confirm(): Promise<void> {
    close()
    if (subject) await remove(() => sendDeletion(deleteTodo, subject._id), 'The todo was deleted.')
  }

  return (
    <section className={classes.card}>
      <div className={card.head}>
        <h2 id="todos" ref={heading} tabIndex={-1}>
          {search.show === 'offboarding' ? 'Offboarding' : 'Onboarding'}
        </h2>
        <Filter list={list} search={search} onSearch={onSearch} />
      </div>
      <div className={classes.alert}>
        <ErrorAlert error={deleteFailure || orderFailure || (data ? null : loadError)} />
      </div>
      <p className={online ? classes.said : classes.hindrance} role="status">
        {online ? outcome : OFFLINE}
      </p>
      {shown.length > 0 && (
        <TodoList list={list} shown={shown} search={search} disabled={!online} onReorder={saveMove} onDelete={open} />
      )}
      {data && shown.length === 0 && (
        <p className={classes.empty} role="status">
          {list.length === 0
            ? 'No todos yet. What you add here will be on the checklist of everybody who starts later.'
            : `No todos for ${search.dept}.`}
        </p>
      )}
      {!data && !loadError && <Loading />}
      <ConfirmDialog
        opened={isOpen}
        name={subject?.customMessage ?? ''}
        prompt={DELETE}
        action="Delete"
        isDestructive
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </section>
  )
}

export function TodosPage() {
  const search = route.useSearch({ select: todoSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const { outcome, partOf } = useOutcome(useSaved().sentence)
  const change = (part: Record<string, unknown>) =>
    void navigate({ search: (before) => todoSearch({ ...before, ...part }), replace: true, resetScroll: false })
  return (
    <SubPage
      title="Todos"
      parent={<Link to="/app/onboarding">Onboarding</Link>}
      aside={
        <SegmentedControl
          aria-label="Direction"
          data={DIRECTIONS}
          value={search.show ?? 'onboarding'}
          onChange={(show) => change({ show })}
        />
      }
    >
      <div className={classes.columns}>
        <AddTodo isOffboarding={search.show === 'offboarding'} {...partOf('add')} />
        <Todos search={search} outcome={outcome} partOf={partOf} onSearch={change} />
      </div>
    </SubPage>
  )
}
