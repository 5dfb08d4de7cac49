/** The question before something that cannot be undone, under the name of the thing. */
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { BackCloses } from './BackCloses.tsx'
import classes from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  readonly opened: boolean
  /** The name of the thing, which is the title. */
  readonly name: string
  readonly prompt: ReactNode
  /** More to know before answering. */
  readonly note?: string | undefined
  /** The label of the confirming button. */
  readonly action: string
  /** Whether confirming deletes or takes away something: the button must not look like “Save”. */
  readonly isDestructive?: boolean | undefined
  /** The label of the cancelling button. */
  readonly cancel?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** How many questions are open: one may be asked over another, and the page stays out of reach until both are answered. */
let openQuestions = 0

/** Puts the page out of reach behind a question, for screen readers too: they would find the same words there again. */
function coverPage(): () => void {
  const page = document.getElementById('root')
  const setCovered = (isCovered: boolean) => {
    if (!page) return
    page.inert = isCovered
    page.ariaHidden = isCovered ? 'true' : null
  }
  openQuestions++
  setCovered(true)
  return () => {
    openQuestions--
    if (openQuestions === 0) setCovered(false)
  }
}

export function ConfirmDialog({
  opened,
  name,
  prompt,
  note,
  action,
  isDestructive = false,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useEffect(() => (opened ? coverPage() : undefined), [opened])
  return (
    <Modal opened={opened} onClose={onClose} title={name} centered withCloseButton={false}>
      {/* Not while the dialog fades out: “Leave” itself goes back in the history. */}
      {opened && <BackCloses onBack={onClose} />}
      <p className={classes.prompt}>{prompt}</p>
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        {/* While the dialog fades out it is answered already: a second click or Enter does nothing. */}
        <Button className={isDestructive ? classes.destructive : undefined} onClick={() => opened && onConfirm()}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
