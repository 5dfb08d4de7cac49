/** One task of a checklist: a large checkbox, the title, and who checked it when. */
import { Checkbox } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { RefusedChange } from '#src/screen/RefusedChange.tsx'
import { DayAndTime } from '#src/ui/Clock.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import classes from './ChecklistPage.module.css'
import { wantedBy } from './changes.ts'
import { DueMark } from './DueMark.tsx'
import type { Due } from './due.ts'
import type { SeenTask } from './use-checklist.ts'

/** Element id of the picked task's details. */
export const TASK_TEXT = 'task-text'

function Done({ task }: { task: SeenTask }) {
  if (!task.isChecked || !task.checkedAt) return null
  return (
    <span className={classes.done}>
      {task.checkedBy ? `${task.checkedBy}, ` : 'Done '}
      <DayAndTime at={task.checkedAt} />
    </span>
  )
}

interface TaskRowProps<Task extends SeenTask> {
  readonly task: Task
  /** Name of the person whose checklist the task is on, in a list that mixes several people's tasks. */
  readonly ownerName?: string | undefined
  readonly isPicked: boolean
  readonly due: Due | null
  readonly today: string
  readonly disabled: boolean
  /**
   * Returns whether the change was kept on the device. Must be a stable function, as must `onPick`, so that only the
   * changed one of up to 200 rows renders again.
   */
  readonly onCheck: (task: Task, isChecked: boolean, repeats?: string) => Promise<boolean>
  readonly onPick: (task: Task) => void
}

interface PressedState {
  readonly isChecked: boolean
  /** `seq` of the refusal that was already shown at the time of the press. */
  readonly refused: number | undefined
}

/**
 * Checks the box as soon as it is pressed, not when the change is kept a moment later. The box goes back if the change
 * could not be kept, or was refused before it was ever rendered as kept.
 */
function usePressed({ isChecked, refused }: SeenTask) {
  const [pressed, setPressed] = useState<PressedState | null>(null)
  if (pressed && (pressed.isChecked === isChecked || (refused && refused.seq !== pressed.refused))) setPressed(null)
  const press = (next: boolean, kept: Promise<boolean>) => {
    setPressed({ isChecked: next, refused: refused?.seq })
    void kept.then((isKept) => isKept || setPressed(null))
  }
  return [pressed?.isChecked ?? isChecked, press] as const
}

function Row<Task extends SeenTask>({
  task,
  ownerName,
  isPicked,
  due,
  today,
  disabled,
  onCheck,
  onPick,
}: TaskRowProps<Task>) {
  const { refused } = task
  const wanted = refused && wantedBy(refused)
  const [isChecked, press] = usePressed(task)
  const item = useRef<HTMLLIElement>(null)

  function pick(): void {
    // The panel beside the list changes away from the focus, so the change is announced. A sheet is not mounted yet
    // here, and takes the focus once it is.
    if (document.getElementById(TASK_TEXT)) announce(`More Information: ${task.customMessage}`)
    onPick(task)
  }

  return (
    <li
      ref={item}
      className={classes.task}
      data-picked={isPicked || undefined}
      data-checked={task.isChecked || undefined}
    >
      <div className={classes.line}>
        <Checkbox
          size="lg"
          className={classes.box}
          aria-label={ownerName ? `${task.customMessage}, ${ownerName}` : task.customMessage}
          checked={isChecked}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => press(checked, onCheck(task, checked, refused?.key))}
        />
        <button
          type="button"
          className={classes.open}
          aria-current={isPicked || undefined}
          aria-controls={isPicked ? TASK_TEXT : undefined}
          onClick={pick}
        >
          <span className={classes.words}>
            <span className={classes.title}>{task.customMessage}</span>
            {ownerName && <span className={classes.of}>{ownerName}</span>}
            <Done task={task} />
            <DueMark dueOn={task.dueOn} due={due} today={today} />
            {task.isWaiting && <WaitingMark />}
          </span>
          <IconChevronRight size={18} stroke={1.5} aria-hidden />
        </button>
      </div>
      {refused && (
        <div className={classes.refusal}>
          <RefusedChange
            key={refused.seq}
            refused={refused}
            onRepeat={() => onCheck(task, wanted ?? true, refused.key)}
            within={item}
          />
        </div>
      )}
    </li>
  )
}

export const TaskRow = memo(Row) as typeof Row
