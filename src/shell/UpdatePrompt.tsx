/** Tells that a new version waits, and changes to it when asked to; never in the middle of what somebody types. */
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { portalConfig } from '#src/api/portal-config.ts'
import { versions } from '#src/apps/versions/queries.ts'
import { within } from '#src/lib/pause.ts'
import { sendAll } from '#src/offline/my-changes.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { noteOf } from './note-of.ts'
import { focusTitle } from './Page.tsx'
import { applyUpdate, checkForUpdate, isChanging, onUpdate, updatesAnnounced } from './service-worker.ts'
import classes from './UpdatePrompt.module.css'

/** What waits is given this long to go out with the version that made it. */
const SEND_MS = 3_000

/** Whatever comes of the sending, the change does not wait for longer. */
const sendFirst = () =>
  within(
    SEND_MS,
    sendAll(SEND_MS).catch(() => {}),
  )

/** Leads to the note of the version that the server has by now; to all of them where none is about it. */
function WhatsNew() {
  // Both may be older here than the release.
  const { data: config } = useQuery({ ...portalConfig, refetchOnMount: 'always' })
  const { data: notes = [] } = useQuery({ ...versions.list, refetchOnMount: 'always' })
  const isKnown = config && config.version !== __VERSION__
  const note = isKnown ? noteOf(config.version, notes) : null
  return (
    <Link to="/versions" search={note ? { open: note._id } : {}} className={classes.link}>
      What’s new
    </Link>
  )
}

export function UpdatePrompt() {
  const announced = useSyncExternalStore(onUpdate, updatesAnnounced)
  const changing = useSyncExternalStore(onUpdate, isChanging)
  const [sending, setSending] = useState(false)
  /** How many were announced as somebody said “Later”: the next one is told of again. */
  const [dismissed, setDismissed] = useState(0)
  const { data: config } = useQuery(portalConfig)
  useEffect(() => {
    if (config && config.version !== __VERSION__) checkForUpdate()
  }, [config])
  async function change(): Promise<void> {
    setSending(true)
    await sendFirst()
    setSending(false)
    applyUpdate()
  }
  function later(): void {
    setDismissed(announced)
    // The button is gone that had it.
    focusTitle()
  }
  return (
    <div role="status">
      {announced > dismissed && (
        <div className={classes.prompt}>
          <span>New version.</span>
          <WhatsNew />
          <BusyButton size="compact-sm" busy={sending || changing} onClick={() => void change()}>
            Reload
          </BusyButton>
          <CloseButton aria-label="Later" onClick={later} />
        </div>
      )}
    </div>
  )
}
