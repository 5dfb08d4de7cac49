/**
 * One person's checklist (spec §2 `/app/onboarding/{id}`): the tasks done and left to do, with details of the picked
 * task.
 */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { getRouteApi, Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { byDueDay } from '#contract/apps/checklist.ts'
import { PathId } from '#contract/values.ts'
import { useCompanyDay } from '#src/api/company-day.ts'
import { Problem } from '#src/api/problem.ts'
import { useFirstRows } from '#src/lib/use-first-rows.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { PartlyDoneChange, RefusedChange } from '#src/screen/RefusedChange.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import classes from './ChecklistPage.module.css'
import type { Owner } from './changes.ts'
import { taskSearch } from './checklist-search.ts'
import { dueOf, isOverdue } from './due.ts'
import { Leaving } from './Leaving.tsx'
import { OrphanedRefusals } from './OrphanedRefusals.tsx'
import { PersonCard } from './PersonCard.tsx'
import { TaskPanel } from './TaskDetails.tsx'
import { TaskRow } from './TaskRow.tsx'
import { TaskSheet } from './TaskSheet.tsx'
import { useCheck } from './use-check.ts'
import { type SeenTask, useChecklist } from './use-checklist.ts'
import { useCompleteAll } from './use-complete-all.ts'
import { usePerson } from './use-person.ts'

const route = getRouteApi('/_in/app/onboarding/$id')

const CHECKLIST = 'Checklist'
const UNKNOWN = 'There is no such user.'
const NARROW = '(max-width: 56.25em)'

function GoBack() {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
      onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/app/onboarding' }))}
    >
      Go Back
    </Button>
  )
}

interface TasksProps {
  readonly owner: Owner
  readonly tasks: readonly SeenTask[]
  readonly disabled: boolean
}

interface Section {
  readonly title: string
  readonly list: readonly SeenTask[]
}

/**
 * Groups the tasks into overdue, onboarding and offboarding. A task stays in the section where it was first shown, even
 * after it is checked or reopened, so that no row moves away from under the finger or the focus.
 */
function useSections(tasks: readonly SeenTask[], today: string): readonly Section[] {
  /** By task: whether it was overdue when it was first shown. */
  const [lateness, setLateness] = useState<ReadonlyMap<number, boolean>>(new Map())
  const added = tasks.filter(({ _id }) => !lateness.has(_id))
  if (added.length > 0)
    setLateness(new Map([...lateness, ...added.map((task) => [task._id, isOverdue(task, today)] as const)]))
  const isLate = ({ _id }: SeenTask) => lateness.get(_id) === true
  const others = tasks.filter((task) => !isLate(task))
  return [
    { title: 'Overdue', list: tasks.filter(isLate).toSorted(byDueDay) },
    { title: 'Onboarding', list: others.filter(({ isOffboarding }) => !isOffboarding) },
    { title: 'Offboarding', list: others.filter(({ isOffboarding }) => isOffboarding) },
  ].filter(({ list }) => list.length > 0)
}

/** The sections of the checklist; their headings are visible only where there is more than one section. */
function Tasks({ owner, tasks, disabled }: TasksProps) {
  const { task: linkedTask } = route.useSearch({ select: taskSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const today = useCompanyDay()
  const sections = useSections(tasks, today)
  const most = useFirstRows()
  const found = tasks.find(({ _id }) => _id === linkedTask)
  const picked = found ?? (isNarrow ? undefined : sections[0]?.list[0])
  const router = useRouter()
  const pick = useCallback(
    (task: SeenTask | undefined): void => {
      if (!task && router.history.location.state.isTaskSheet) {
        router.history.back()
        return
      }
      const opens = isNarrow && task !== undefined && taskSearch(router.state.location.search).task === undefined
      void navigate({
        search: task ? { task: task._id } : {},
        replace: !opens,
        state: opens ? { isTaskSheet: true } : true,
        resetScroll: false,
      })
    },
    [navigate, router, isNarrow],
  )

  const { id, name } = owner
  const ownerOf = useCallback((): Owner => ({ id, name }), [id, name])
  const { check, failure } = useCheck(ownerOf)

  return (
    <div className={classes.columns}>
      <div className={classes.tasks}>
        <ErrorAlert error={failure} />
        {sections.map(({ title, list }) => (
          <section key={title} aria-label={`${title} tasks`}>
            <h2 className={sections.length > 1 ? classes.section : 'visually-hidden'}>{title}</h2>
            <ul className={classes.list}>
              {list.slice(0, most).map((task) => (
                <TaskRow
                  key={task._id}
                  task={task}
                  isPicked={task === picked}
                  due={dueOf(task, today)}
                  today={today}
                  disabled={disabled}
                  onCheck={check}
                  onPick={pick}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isNarrow ? <TaskSheet task={found} onClose={() => pick(undefined)} /> : <TaskPanel task={picked} />}
    </div>
  )
}

function OnePerson({ id }: { id: number }) {
  const canChange = useCanChange()
  const { person, isUnknown, error: personError } = usePerson(id)
  const { tasks, refused, orphanedRefusals, partly, error } = useChecklist(id)
  const { completeAll, failure } = useCompleteAll()
  if (error instanceof Problem && error.status === 404) return <UnknownUser error={error} />
  if (isUnknown) return <UnknownUser />
  const owner = { id, name: person?.name ?? '' }

  return (
    <Frame title={person?.name ?? CHECKLIST}>
      {tasks && (
        <PersonCard person={person} id={id} tasks={tasks} canChange={canChange} onComplete={() => completeAll(owner)} />
      )}
      {tasks && person?.isOffboarding && <Leaving person={person} tasks={tasks} />}
      {!canChange && <p className={card.interruption}>{CANNOT_KEEP}</p>}
      <ErrorAlert error={failure ?? error ?? personError} />
      {refused && (
        <div className={classes.told}>
          <RefusedChange refused={refused} onRepeat={() => completeAll(owner, refused.key)} />
        </div>
      )}
      <OrphanedRefusals rows={orphanedRefusals} />
      {partly && (
        <div className={classes.told}>
          <PartlyDoneChange row={partly} />
        </div>
      )}
      {tasks && tasks.length > 0 && <Tasks owner={owner} tasks={tasks} disabled={!canChange} />}
      {!tasks && !error && <Loading />}
    </Frame>
  )
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <SubPage
    title={title}
    inWindow={title === CHECKLIST ? CHECKLIST : `${title} · ${CHECKLIST}`}
    aside={<GoBack />}
    here={CHECKLIST}
    parent={<Link to="/app/onboarding">Onboarding</Link>}
  >
    {children}
  </SubPage>
)

const UnknownUser = ({ error = UNKNOWN }: { error?: unknown }) => (
  <Frame title={CHECKLIST}>
    <ErrorAlert error={error} />
  </Frame>
)

export function ChecklistPage() {
  const id = PathId.safeParse(route.useParams().id).data
  return id ? <OnePerson key={id} id={id} /> : <UnknownUser />
}
