/** Says that a new version is waiting, and changes to it only on request, so that it never interrupts typing. */
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { portalConfig } from '#src/api/portal-config.ts'
import { versions } from '#src/apps/versions/queries.ts'
import { withTimeout } from '#src/lib/pause.ts'
import { sendAll } from '#src/offline/my-changes.ts'
import { applyUpdate, checkForUpdate, isChanging, onUpdate, updatesAnnounced } from '#src/offline/service-worker.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { releaseNoteOf } from './release-note.ts'
import classes from './UpdatePrompt.module.css'

/** How long unsent changes may take to be sent by the version that made them. */
const SEND_MS = 3_000

/** Sends all changes; resolves after `SEND_MS` at the latest, whether or not they were sent. */
const sendFirst = () =>
  withTimeout(
    SEND_MS,
    sendAll(SEND_MS).catch(() => {}),
  )

/** Links to the release note of the version on the server, or to all notes if none is about it. */
function WhatsNew() {
  // Both may be cached from before the release.
  const { data: config } = useQuery({ ...portalConfig, refetchOnMount: 'always' })
  const { data: notes = [] } = useQuery({ ...versions.list, refetchOnMount: 'always' })
  const isKnown = config && config.version !== __VERSION__
  const note = isKnown ? releaseNoteOf(config.version, notes) : null
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
  /** How many versions had been announced when “Later” was pressed: the next one shows the prompt again. */
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
    // The focused button disappears.
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
