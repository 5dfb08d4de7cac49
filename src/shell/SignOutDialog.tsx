/**
 * Asks before a sign-out that would lose something: unsent changes (offline.md §2.8), an unsaved form, or, offline, the
 * way to sign in again.
 */
import { Button, Loader, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { signOut } from '#src/apps/accounts/sign-out.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { sendAll, unsettled } from '#src/offline/my-changes.ts'
import { type Row, refusalOf } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { useOpenAfterMount } from '#src/ui/use-open-after-mount.ts'
import classes from './SignOutDialog.module.css'

/** How long “Send now and sign out” waits for the changes to be sent. */
const PATIENCE_MS = 5_000

const NO_WAY_BACK = 'You are offline: you cannot sign in again until the portal is back.'

interface SignOutDialogProps {
  readonly opened: boolean
  /** A sentence about the unsaved work that would be lost; null if there is none. */
  readonly loss: string | null
  readonly onClose: () => void
}

const haveNot = (count: number) => (count === 1 ? '1 change has' : `${count} changes have`)

/** Returns the sentence, after the one on unsent changes, about how many of them were refused. */
function refusedText(refused: number, open: number): string {
  if (refused === 0) return ''
  if (refused < open) return ` ${refused === 1 ? '1 of them was' : `${refused} of them were`} refused.`
  return open === 1 ? ' It was refused.' : ' All of them were refused.'
}

/** Returns why the sign-out did not happen: the server's reason for each refusal, and that others could not be sent. */
function reasonsNotSent(left: readonly Row[]): string {
  const refused = left.filter(({ state }) => state === 'rejected')
  const details = new Set(refused.map(refusalOf))
  const waiting = left.length - refused.length
  const unsent = waiting > 0 ? [`${waiting === 1 ? 'It' : 'They'} could not be sent yet.`] : []
  return [...unsent, ...details].join('\n')
}

function Choices({ opened, loss, onClose }: SignOutDialogProps) {
  const { online } = useConnection()
  const open = unsettled(useMyChanges())
  const refused = open.filter(({ state }) => state === 'rejected').length
  const isSent = open.length === 0
  /** Refused changes cannot be sent. */
  const canSend = refused < open.length
  const losses = [loss, online ? null : NO_WAY_BACK].filter((each) => each !== null)
  /** As the dialog opened: what it says and offers must not vanish while it is read. */
  const [{ wasOffline, hadSome, isWarned, hadSend }] = useState({
    wasOffline: !online,
    hadSome: !isSent,
    /** Signing out loses something, so “Stay” has the initial focus: pressing Enter must not sign out. */
    isWarned: loss !== null || (!online && isSent),
    hadSend: canSend,
  })
  const couldSend = hadSend || canSend
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(couldSend ? '' : reasonsNotSent(open))
  const way = useRef<HTMLButtonElement>(null)
  // The focused button may have disappeared together with the unsent changes.
  useEffect(() => {
    if (isSent && isFocusLost()) way.current?.focus()
  }, [isSent])
  const isHere = useRef(opened)
  useEffect(() => {
    isHere.current = opened
    return () => {
      isHere.current = false
    }
  }, [opened])

  async function sendFirst(): Promise<void> {
    setBusy(true)
    setFailure('')
    const left = await sendAll(PATIENCE_MS).catch(() => open)
    // The person has cancelled meanwhile: they stay signed in.
    if (!isHere.current) return
    if (left.length === 0) return signOut()
    setBusy(false)
    setFailure(reasonsNotSent(left))
  }

  return (
    <>
      {losses.length > 0 && (
        <p className={classes.said}>
          {losses.join(' ')}
          {!hadSome && ' Sign out anyway?'}
        </p>
      )}
      <div role="status">
        {wasOffline && <p className={classes.said}>{online && 'The portal is back.'}</p>}
        <p className={classes.said}>
          {isSent ? hadSome && 'Everything has been sent.' : `${haveNot(open.length)} not been sent.`}
          {refusedText(refused, open.length)}
        </p>
        <p className={classes.failed}>{!isSent && failure}</p>
      </div>
      <div className={classes.ways}>
        {/* One button for both actions, and never disabled: when online it has the focus. */}
        {(couldSend || isSent) && (
          <Button
            ref={way}
            variant={online || isSent ? 'filled' : 'default'}
            data-autofocus={(!isWarned && (online || isSent)) || undefined}
            aria-disabled={busy}
            leftSection={busy && <Loader size={16} color="currentColor" aria-hidden />}
            onClick={() => void (busy || (isSent ? signOut() : sendFirst()))}
          >
            {busy ? 'Sending…' : isSent ? 'Sign out' : 'Send now and sign out'}
          </Button>
        )}
        {!isSent && (
          <>
            <Button
              variant={online ? 'default' : 'filled'}
              data-autofocus={((!couldSend || !online) && !isWarned) || undefined}
              onClick={() => void signOut('keep')}
            >
              Keep on this device until I sign in
            </Button>
            <Button variant="default" onClick={() => void signOut('discard')}>
              Discard and sign out
            </Button>
          </>
        )}
        <Button variant="subtle" color="gray" data-autofocus={isWarned || undefined} onClick={onClose}>
          {isWarned ? 'Stay' : 'Cancel'}
        </Button>
      </div>
    </>
  )
}

export function SignOutDialog({ opened, loss, onClose }: SignOutDialogProps) {
  return (
    <Modal opened={useOpenAfterMount(opened)} onClose={onClose} title="Sign out" centered withCloseButton={false}>
      <BackCloses onBack={onClose} />
      <Choices opened={opened} loss={loss} onClose={onClose} />
    </Modal>
  )
}
