/** The question before what cannot be undone, with the name of the thing above it. */
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { BackCloses } from './BackCloses.tsx'
import classes from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  readonly opened: boolean
  /** What it is about: the title. */
  readonly name: string
  readonly prompt: ReactNode
  /** What else there is to know before one answers. */
  readonly note?: string | undefined
  /** On the button that does it. */
  readonly action: string
  /** On the one that does not. */
  readonly cancel?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog({
  opened,
  name,
  prompt,
  note,
  action,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  // What is behind the question is out of reach: for a screen reader too, which would find the same words there again.
  useEffect(() => {
    const behind = document.getElementById('root')
    if (!opened || !behind) return
    behind.inert = true
    behind.ariaHidden = 'true'
    return () => {
      behind.inert = false
      behind.ariaHidden = null
    }
  }, [opened])
  return (
    <Modal opened={opened} onClose={onClose} title={name} centered withCloseButton={false}>
      {/* Not while it fades: “Leave” goes back itself. */}
      {opened && <BackCloses onBack={onClose} />}
      <p className={classes.prompt}>{prompt}</p>
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel}
        </Button>
        {/* While it fades it is answered: a second click or Enter does nothing. */}
        <Button onClick={() => opened && onConfirm()}>{action}</Button>
      </div>
    </Modal>
  )
}
