/** Shows the person a checklist belongs to and its progress. */
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { OffboardingMark } from './OffboardingMark.tsx'
import classes from './PersonCard.module.css'
import { Progress } from './Progress.tsx'
import type { ListedUser } from './people-columns.tsx'
import { COMPLETE_ALL } from './prompts.ts'
import { StartOnboarding } from './StartOnboarding.tsx'
import type { SeenTask } from './use-checklist.ts'

interface PersonCardProps {
  readonly id: number
  /** Undefined until the person is loaded. */
  readonly person: ListedUser | undefined
  readonly tasks: readonly SeenTask[]
  readonly canChange: boolean
  readonly onComplete: () => void
}

export function PersonCard({ id, person, tasks, canChange, onComplete }: PersonCardProps) {
  const checked = tasks.filter(({ isChecked }) => isChecked).length
  const isOpen = checked < tasks.length
  return (
    <section className={classes.card} aria-label="Person">
      <div className={classes.who}>
        {person?.email && <span className={classes.email}>{person.email}</span>}
        <span className={classes.facts}>
          {person?.empType && <span>{person.empType}</span>}
          <span>ID {id}</span>
          {person?.isOffboarding && <OffboardingMark />}
          {person?.deactivated && <span>Deactivated</span>}
        </span>
      </div>
      {tasks.length === 0 ? (
        !person?.isOffboarding && <StartOnboarding id={id} name={person?.name ?? ''} />
      ) : (
        <>
          <Progress checked={checked} total={tasks.length} />
          {isOpen && (
            <ConfirmButton
              name={person?.name ?? ''}
              prompt={COMPLETE_ALL}
              action="Complete"
              variant="default"
              className={classes.all}
              disabled={!canChange}
              onConfirm={onComplete}
            >
              Complete all tasks
            </ConfirmButton>
          )}
        </>
      )}
    </section>
  )
}
