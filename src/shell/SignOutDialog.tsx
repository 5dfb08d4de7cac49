/** Asked before somebody leaves whose changes the server does not have yet (offline.md §2.8). */
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { signOut } from '#src/apps/accounts/sign-out.ts'
import { sendAll, unsettled } from '#src/offline/my-changes.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import classes from './SignOutDialog.module.css'

/** As long as anybody waits at the door. */
const PATIENCE_MS = 5_000

const haveNot = (count: number) => (count === 1 ? '1 change has' : `${count} changes have`)

export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const open = unsettled(useMyChanges())
  const refused = open.filter(({ state }) => state === 'rejected').length
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function sendFirst(): Promise<void> {
    setBusy(true)
    setFailed(false)
    const left = await sendAll(PATIENCE_MS).catch(() => open)
    if (left.length === 0) return signOut()
    setBusy(false)
    setFailed(true)
  }

  if (open.length === 0)
    return (
      <Modal opened onClose={onClose} title="Sign out" centered closeButtonProps={{ 'aria-label': 'Close' }}>
        <p className={classes.said}>Everything has been sent.</p>
        <div className={classes.ways}>
          <Button loading={busy} onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </Modal>
    )

  return (
    <Modal opened onClose={onClose} title="Sign out" centered closeButtonProps={{ 'aria-label': 'Cancel' }}>
      <p className={classes.said}>
        {haveNot(open.length)} not been sent.
        {refused > 0 && ` ${refused === 1 ? '1 of them was' : `${refused} of them were`} refused.`}
      </p>
      <p role="status" className={classes.failed}>
        {failed && 'They could not be sent yet.'}
      </p>
      <div className={classes.ways}>
        <Button loading={busy} onClick={() => void sendFirst()}>
          Send now and sign out
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void signOut('keep')}>
          Keep on this device until I sign in
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void signOut('discard')}>
          Discard and sign out
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}
