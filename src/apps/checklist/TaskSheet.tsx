/** Details of the picked task, in a sheet over the list. */
import { Drawer } from '@mantine/core'
import type { UserTask } from '#contract/apps/checklist.ts'
import { useOpenAfterMount } from '#src/ui/use-open-after-mount.ts'
import classes from './TaskDetails.module.css'
import { TaskText } from './TaskDetails.tsx'

export interface TaskSheetProps {
  /** Undefined closes the sheet. */
  readonly task: UserTask | undefined
  readonly onClose: () => void
}

export function TaskSheet({ task, onClose }: TaskSheetProps) {
  return (
    <Drawer
      opened={useOpenAfterMount(task !== undefined)}
      onClose={onClose}
      title={task?.customMessage}
      position="bottom"
      size="auto"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.sheet, header: classes.bar, title: classes.title, body: classes.room }}
    >
      {task && <TaskText task={task} />}
    </Drawer>
  )
}
