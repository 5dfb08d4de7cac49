/** What is this person's job on checklists, their own and those of whom they manage: on the home page, while there is something. */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MyTask } from '#contract/apps/checklist.ts'
import { useMe } from '#src/api/session.ts'
import { fetchSoon } from '#src/lib/fetch-soon.ts'
import type { Row } from '#src/offline/row.ts'
import { CANNOT_KEEP, useCanChange, useMyChanges } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { entityOf, setChecked } from './changes.ts'
import { OverdueMark } from './DueMark.tsx'
import { byDueDay, isOverdue, useToday } from './due.ts'
import classes from './MyTasks.module.css'
import { checklists } from './queries.ts'
import { TaskRow } from './TaskRow.tsx'
import { type SeenTask, seenTasks, useFollowing } from './use-checklist.ts'

/** Comes with the first task that is opened: it is more code than everything else here. */
const taskSheet = () => import('./TaskSheet.tsx')
const TaskSheet = lazy(() => taskSheet().then((m) => ({ default: m.TaskSheet })))

/** More than these at once push everything else off the page. */
const MOST_SHOWN = 8
const HEADING = 'my-tasks'

type SeenMine = SeenTask & MyTask

/** With this device's own changes in them, each among those of its list. */
const seenMine = (tasks: readonly MyTask[], rows: readonly Row[]): SeenMine[] =>
  tasks.flatMap((task) => {
    const ofList = rows.filter(({ entity }) => entity === entityOf(task.userId))
    return seenTasks([task], ofList).map((seen) => ({ ...task, ...seen }))
  })

function useMine(): readonly SeenMine[] {
  const { data } = useQuery(useFollowing(checklists.mine))
  const { status, rows } = useMyChanges()
  return useMemo(
    () => (data && status !== 'loading' ? seenMine(data, rows).toSorted(byDueDay) : []),
    [data, status, rows],
  )
}

const isOpen = ({ isChecked }: SeenMine) => !isChecked

function Tasks({ tasks }: { tasks: readonly SeenMine[] }) {
  const me = useMe()
  const today = useToday()
  const canChange = useCanChange()
  /** Undefined until one has been; null: it was closed. */
  const [picked, setPicked] = useState<number | null>()
  const [isWhole, setWhole] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => fetchSoon(taskSheet), [])
  const shown = isWhole ? tasks : tasks.slice(0, MOST_SHOWN)

  const check = useCallback((task: SeenMine, isChecked: boolean, repeats?: number): Promise<boolean> => {
    setFailure(null)
    return setChecked({ owner: { id: task.userId, name: task.userName }, task, isChecked, repeats }).then(
      () => true,
      (problem) => {
        setFailure(problem)
        return false
      },
    )
  }, [])
  const pick = useCallback(({ _id }: SeenMine) => setPicked(_id), [])

  return (
    <section className={classes.section} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        My tasks
      </h2>
      {!canChange && <p className="quiet">{CANNOT_KEEP}</p>}
      <ErrorAlert error={failure} />
      <ul className={classes.list}>
        {shown.map((task) => (
          <TaskRow
            key={task._id}
            task={task}
            of={task.userId === me._id ? undefined : task.userName}
            isPicked={false}
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
        <Suspense>
          <TaskSheet task={tasks.find(({ _id }) => _id === picked)} onClose={() => setPicked(null)} />
        </Suspense>
      )}
    </section>
  )
}

/** Nothing at all where there is nothing to do. What is checked stays in sight until one goes elsewhere. */
export function MyTasks() {
  const tasks = useMine()
  const seen = useRef(new Set<number>())
  for (const task of tasks) if (isOpen(task)) seen.current.add(task._id)
  const shown = tasks.filter(({ _id }) => seen.current.has(_id))
  return shown.length > 0 && <Tasks tasks={shown} />
}

function goToTasks(): void {
  const heading = document.getElementById(HEADING)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** Says above the apps that there is something below them. */
export function MyTasksNotice() {
  const open = useMine().filter(isOpen)
  const today = useToday()
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
