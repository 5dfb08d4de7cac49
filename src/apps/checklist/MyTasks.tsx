/**
 * The section of the home page with the tasks assigned to the signed-in person, on their own checklist or on those of
 * the people they manage.
 */
import { Anchor, Button } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCompanyDay } from '#src/api/company-day.ts'
import { useMe } from '#src/api/session.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import type { Row } from '#src/offline/row.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { lazyDialog } from '#src/ui/lazy-code.tsx'
import type { Owner } from './changes.ts'
import { OverdueMark } from './DueMark.tsx'
import { dueOf, isOverdue } from './due.ts'
import classes from './MyTasks.module.css'
import { OrphanedRefusals } from './OrphanedRefusals.tsx'
import { TaskRow } from './TaskRow.tsx'
import type { TaskSheetProps } from './TaskSheet.tsx'
import { useCheck } from './use-check.ts'
import { isOpen, type SeenMine, useMyTasks, useMyTasksError, useOrphanedRefusals } from './use-my-tasks.ts'

/** Loaded on demand: the sheet is more code than everything else here. */
const taskSheet = () => import('./TaskSheet.tsx')
const TaskSheet = lazyDialog<TaskSheetProps & { opened: boolean }>(() => taskSheet().then((m) => m.TaskSheet))

/** A longer list would push everything else off the page. */
const MAX_SHOWN = 8
const HEADING = 'my-tasks'

const ownerOf = ({ userId, userName }: SeenMine): Owner => ({ id: userId, name: userName })

interface TasksProps {
  readonly tasks: readonly SeenMine[]
  readonly orphanedRefusals: readonly Row[]
}

function Tasks({ tasks, orphanedRefusals }: TasksProps) {
  const me = useMe()
  const today = useCompanyDay()
  const canChange = useCanChange()
  /**
   * Id of the task in the sheet. Undefined until a task is opened for the first time, null after the sheet is closed.
   */
  const [picked, setPicked] = useState<number | null>()
  const [isWhole, setWhole] = useState(false)
  useEffect(() => fetchSoon(taskSheet), [])
  const shown = isWhole ? tasks : tasks.slice(0, MAX_SHOWN)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is unmounted and the focus with it, so the focus moves to the first task that was added.
  useLayoutEffect(() => {
    const first = isWhole && list.current?.children[MAX_SHOWN]
    if (first) first.querySelector<HTMLElement>('input:not(:disabled), button')?.focus()
  }, [isWhole])

  const { check, failure } = useCheck(ownerOf)
  const pick = useCallback(({ _id }: SeenMine) => setPicked(_id), [])

  return (
    <section className={classes.section} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        My tasks
      </h2>
      {!canChange && <p className="quiet">{CANNOT_KEEP}</p>}
      <ErrorAlert error={failure} />
      <OrphanedRefusals rows={orphanedRefusals} />
      <ul ref={list} className={classes.list}>
        {shown.map((task) => (
          <TaskRow
            key={task._id}
            task={task}
            ownerName={task.userId === me._id ? undefined : task.userName}
            isPicked={false}
            due={dueOf(task, today)}
            today={today}
            disabled={!canChange}
            onCheck={check}
            onPick={pick}
          />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button className={classes.more} variant="subtle" onClick={() => setWhole(true)}>
          Show all {tasks.length}
        </Button>
      )}
      {picked !== undefined && (
        <TaskSheet
          opened={picked !== null}
          task={tasks.find(({ _id }) => _id === picked)}
          onClose={() => setPicked(null)}
        />
      )}
    </section>
  )
}

/**
 * Renders nothing when there are no tasks and no refusals to read, but does show a load error. A checked task stays in
 * view until the person has left the page and the change is sent.
 */
export function MyTasks() {
  const { isAdmin } = useMe()
  const tasks = useMyTasks()
  const error = useMyTasksError()
  /** Ids of the tasks that were open at some time while this page was on screen. */
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const added = tasks.filter((task) => isOpen(task) && !seen.has(task._id))
  if (added.length > 0) setSeen(new Set([...seen, ...added.map(({ _id }) => _id)]))
  const shown = tasks.filter(({ _id, isWaiting, refused }) => isWaiting || refused || seen.has(_id))
  // Admins also work on whole checklists, whose pages show the other refusals.
  const orphanedRefusals = useOrphanedRefusals().filter(({ params }) => !isAdmin || seen.has(Number(params.id)))
  if (error)
    return (
      <section className={classes.section} aria-labelledby={HEADING}>
        <h2 id={HEADING}>My tasks</h2>
        <ErrorAlert error={error} />
      </section>
    )
  return shown.length + orphanedRefusals.length > 0 && <Tasks tasks={shown} orphanedRefusals={orphanedRefusals} />
}

function goToTasks(): void {
  const heading = document.getElementById(HEADING)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** Notice above the apps that there are open tasks below them. */
export function MyTasksNotice() {
  const open = useMyTasks().filter(isOpen)
  const today = useCompanyDay()
  const late = open.filter((task) => isOverdue(task, today)).length
  if (open.length === 0) return null
  return (
    <>
      <Anchor component="button" type="button" className={classes.notice} onClick={goToTasks}>
        {open.length} {open.length === 1 ? 'task' : 'tasks'} for you
      </Anchor>
      {late > 0 && <OverdueMark count={late} />}
    </>
  )
}
