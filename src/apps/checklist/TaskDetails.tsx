/** More about the picked task: beside the list on a desk, a sheet over it on a phone. */
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import type { UserTask } from '#contract/apps/checklist.ts'
import { OWNER_WORDS } from './due.ts'
import { LinkedText } from './LinkedText.tsx'
import classes from './TaskDetails.module.css'

const Text = ({ task }: { task: UserTask }) => (
  <>
    <p className={classes.from}>
      {[task.empType, task.owner && `${OWNER_WORDS[task.owner]} does it`].filter(Boolean).join(' · ')}
    </p>
    <p className={classes.text}>{task.moreInfo ? <LinkedText text={task.moreInfo} /> : 'Nothing more is known.'}</p>
  </>
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
          <Text task={task} />
        </>
      ) : (
        <p className={classes.from}>Pick a task to read more about it.</p>
      )}
    </section>
  )
}

export function TaskSheet({ task, onClose }: { task: UserTask | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={task !== undefined}
      onClose={onClose}
      title={task?.customMessage}
      position="bottom"
      size="auto"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.sheet, header: classes.bar, title: classes.title, body: classes.room }}
    >
      {task && <Text task={task} />}
    </Drawer>
  )
}
