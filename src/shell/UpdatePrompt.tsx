/** Tells that a new version waits, and changes to it when asked to; never in the middle of what somebody types. */
import { Button, CloseButton } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { applyUpdate, isUpdateWaiting, onUpdate } from './service-worker.ts'
import classes from './UpdatePrompt.module.css'

export function UpdatePrompt() {
  const waiting = useSyncExternalStore(onUpdate, isUpdateWaiting)
  const [dismissed, setDismissed] = useState(false)
  return (
    <div role="status">
      {waiting && !dismissed && (
        <div className={classes.prompt}>
          <span>New version.</span>
          <Button size="compact-sm" onClick={applyUpdate}>
            Reload
          </Button>
          <CloseButton aria-label="Later" onClick={() => setDismissed(true)} />
        </div>
      )}
    </div>
  )
}
