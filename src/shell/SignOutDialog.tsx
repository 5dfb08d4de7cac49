/** Asked before somebody leaves who would lose by it: changes not sent yet (offline.md §2.8), a form, or the way back in. */
import { Button, Loader, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { signOut } from '#src/apps/accounts/sign-out.ts'
import { sendAll, unsettled } from '#src/offline/my-changes.ts'
import { type Row, refusalOf } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { BackCloses } from '#src/ui/BackCloses.tsx'
import { useOpening } from '#src/ui/use-opening.ts'
import classes from './SignOutDialog.module.css'

/** As long as anybody waits at the door. */
const PATIENCE_MS = 5_000

const NO_WAY_BACK = 'You are offline: you cannot sign in again until the portal is back.'

interface SignOutDialogProps {
  readonly opened: boolean
  /** What of a form would go with the person, in a sentence; null where nothing would. */
  readonly loss: string | null
  readonly onClose: () => void
}

const haveNot = (count: number) => (count === 1 ? '1 change has' : `${count} changes have`)

/** What follows that so many have not been sent. */
function ofThem(refused: number, open: number): string {
  if (refused === 0) return ''
  if (refused < open) return ` ${refused === 1 ? '1 of them was' : `${refused} of them were`} refused.`
  return open === 1 ? ' It was refused.' : ' All of them were refused.'
}

/** Why the person is still here: what the server said of each that it refused, and that others did not get through. */
function whyNot(left: readonly Row[]): string {
  const refused = left.filter(({ state }) => state === 'rejected')
  const details = new Set(refused.map(refusalOf))
  const waiting = left.length - refused.length
  const unsent = waiting > 0 ? [`${waiting === 1 ? 'It' : 'They'} could not be sent yet.`] : []
  return [...unsent, ...details].join('\n')
}

function Ways({ opened, loss, onClose }: SignOutDialogProps) {
  const { online } = useConnection()
  const [wasOffline] = useState(!online)
  const open = unsettled(useMyChanges())
  const refused = open.filter(({ state }) => state === 'rejected').length
  const isSent = open.length === 0
  const [hadSome] = useState(!isSent)
  const losses = [loss, online ? null : NO_WAY_BACK].filter((each) => each !== null)
  /** Leaving is no matter of course: whoever presses Enter stays. */
  const [isWarned] = useState(loss !== null || (!online && !hadSome))
  /** What was refused is not sent by that: alone, it leaves no way out by sending. Once there the button stays. */
  const [hadSend] = useState(refused < open.length)
  const couldSend = hadSend || refused < open.length
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(couldSend ? '' : whyNot(open))
  const way = useRef<HTMLButtonElement>(null)
  // What had the focus may have gone with what waited.
  useEffect(() => {
    if (isSent && document.activeElement === document.body) way.current?.focus()
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
    // Whoever cancelled meanwhile stays.
    if (!isHere.current) return
    if (left.length === 0) return signOut()
    setBusy(false)
    setFailure(whyNot(left))
  }

  return (
    <>
      {losses.length > 0 && (
        <p className={classes.said}>
          {losses.join(' ')}
          {!hadSome && ' Sign out all the same?'}
        </p>
      )}
      <div role="status">
        {wasOffline && <p className={classes.said}>{online && 'The portal is back.'}</p>}
        <p className={classes.said}>
          {isSent ? hadSome && 'Everything has been sent.' : `${haveNot(open.length)} not been sent.`}
          {ofThem(refused, open.length)}
        </p>
        <p className={classes.failed}>{!isSent && failure}</p>
      </div>
      <div className={classes.ways}>
        {/* The same button throughout, and never disabled: with a line it has the focus. */}
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
    <Modal opened={useOpening(opened)} onClose={onClose} title="Sign out" centered withCloseButton={false}>
      <BackCloses onBack={onClose} />
      <Ways opened={opened} loss={loss} onClose={onClose} />
    </Modal>
  )
}
