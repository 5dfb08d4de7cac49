/**
 * Details of the picked task, in a panel beside the list. On a phone they are in a sheet over the list (TaskSheet.tsx).
 */
import type { UserTask } from '#contract/apps/checklist.ts'
import { OWNER_WORDS } from './due.ts'
import { LinkedText } from './LinkedText.tsx'
import classes from './TaskDetails.module.css'
import { TASK_TEXT } from './TaskRow.tsx'

export const TaskText = ({ task }: { task: UserTask }) => (
  <div id={TASK_TEXT}>
    <p className={classes.from}>
      {[task.empType, task.owner && `${OWNER_WORDS[task.owner]} does it`].filter(Boolean).join(' · ')}
    </p>
    <p className={classes.text}>
      {task.moreInfo ? <LinkedText text={task.moreInfo} /> : 'There is no more information.'}
    </p>
  </div>
)

export function TaskPanel({ task }: { task: UserTask | undefined }) {
  return (
    <section className={classes.panel} aria-labelledby="more">
      <h2 id="more" className={classes.head}>
        More Information
      </h2>
      {task ? (
        <>
          <h3 className={classes.title}>{task.customMessage}</h3>
          <TaskText task={task} />
        </>
      ) : (
        <p className={classes.from}>Pick a task to read more about it.</p>
      )}
    </section>
  )
}
