/** Tells that a new version waits, and changes to it when asked to; never in the middle of what somebody types. */
import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { portalConfig } from '#src/apps/accounts/queries.ts'
import { sendAll } from '#src/offline/my-changes.ts'
import { applyUpdate, checkForUpdate, isUpdateWaiting, onUpdate } from './service-worker.ts'
import classes from './UpdatePrompt.module.css'

/** What waits is given this long to go out with the version that made it. */
const SEND_MS = 3_000

export function UpdatePrompt() {
  const waiting = useSyncExternalStore(onUpdate, isUpdateWaiting)
  const [dismissed, setDismissed] = useState(false)
  const { data: config } = useQuery(portalConfig)
  useEffect(() => {
    if (config && config.version !== __VERSION__) checkForUpdate()
  }, [config])
  return (
    <div role="status">
      {waiting && !dismissed && (
        <div className={classes.prompt}>
          <span>New version.</span>
          <Button
            size="compact-sm"
            onClick={() =>
              void sendAll(SEND_MS)
                .catch(() => {})
                .finally(applyUpdate)
            }
          >
            Reload
          </Button>
          <CloseButton aria-label="Later" onClick={() => setDismissed(true)} />
        </div>
      )}
    </div>
  )
}
