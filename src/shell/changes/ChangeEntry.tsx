/** One change in the tray: its mark, what it is and when it was made, and the actions on one that is not sent. */
import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { localDay } from '#src/lib/local-day.ts'
import { discard, repeat, sendAgain } from '#src/offline/outbox-actions.ts'
import { queuedCalls } from '#src/offline/queued-calls.ts'
import { isKnown, isStale, isStuck, type Row, refusalOf } from '#src/offline/row.ts'
import { ChangeShape } from '#src/ui/ChangeShape.tsx'
import { ClockTime, DayAndTime } from '#src/ui/Clock.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import classes from './ChangesTray.module.css'
import { CopyText } from './CopyText.tsx'
import { descriptionOf } from './queued-kinds.ts'

const DISCARD = 'This change has not been sent. Discard it?'
const DISCARD_REFUSED = 'The portal refused this change. Discard it?'
/** For a change that was sent but not answered: the server may already have applied it. */
const DISCARD_TRIED = 'This change may have reached the portal already. Discard what is on this device?'
const CALLS: ReadonlySet<string> = new Set(queuedCalls.keys())

function stateOf(row: Row, now: number): string {
  if (row.state === 'rejected') return refusalOf(row)
  if (!isKnown(row, CALLS)) return 'Needs the newer version of this app'
  if (isStale(row, now)) return 'Older than 14 days. Send it anyway?'
  return isStuck(row, now) ? 'Has been waiting for more than a day' : 'Waiting to be sent'
}

const SHAPES = { rejected: 'refused', pending: 'waiting', acked: 'sent' } as const

export const Mark = ({ state }: { state: Row['state'] }) => (
  <ChangeShape state={SHAPES[state]} className={classes.mark} data-state={state} />
)

/** The time of a change, with the day unless it is today: a change may wait for days. */
const ChangeTime = ({ at }: { at: string }) =>
  localDay(Date.parse(at)) === localDay(Date.now()) ? <ClockTime at={at} /> : <DayAndTime at={at} />

export function ChangeText({ row }: { row: Row }) {
  const { title, text } = descriptionOf(row)
  return (
    <div className={classes.what}>
      <span className={classes.title}>
        <strong>{title}</strong> <ChangeTime at={row.occurredAt} />
      </span>
      {text && !row.isPrivate && <span className={classes.text}>{text}</span>}
    </div>
  )
}

interface EntryProps {
  readonly row: Row
  readonly now: number
}

/**
 * Whether two props render the same. The outbox is read anew after each sent row, so unchanged rows are new objects.
 */
const rendersSame = (before: EntryProps, after: EntryProps): boolean =>
  stateOf(before.row, before.now) === stateOf(after.row, after.now) &&
  localDay(before.now) === localDay(after.now) &&
  JSON.stringify(before.row) === JSON.stringify(after.row)

/** A change that is not sent or was refused. */
export const Entry = memo(function Entry({ row, now }: EntryProps) {
  const { title } = descriptionOf(row)
  const [busy, setBusy] = useState(false)
  const isRefused = row.state === 'rejected'
  const again = !isRefused && isStale(row, now) ? 'Send' : 'Try again'

  async function tryAgain(): Promise<void> {
    setBusy(true)
    // If the store fails, the row stays as it is and still shows its state.
    await (isRefused ? repeat : sendAgain)(row).catch(() => {})
    setBusy(false)
  }

  return (
    <li className={classes.entry} tabIndex={-1}>
      <Mark state={row.state} />
      <div className={classes.body}>
        <ChangeText row={row} />
        <span className={classes.state} data-state={row.state}>
          {busy ? 'Being sent…' : stateOf(row, now)}
        </span>
        <div className={classes.actions}>
          {(isRefused || isKnown(row, CALLS)) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${again}: ${title}`}
              onClick={() => void (busy || tryAgain())}
            >
              {again}
            </Button>
          )}
          {isRefused && row.isPrivate && <CopyText row={row} title={title} />}
          <ConfirmButton
            name={title}
            prompt={isRefused ? DISCARD_REFUSED : row.attempts > 0 ? DISCARD_TRIED : DISCARD}
            action="Discard"
            isDestructive
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Discard: ${title}`}
            onConfirm={() => void discard(row)}
          >
            Discard
          </ConfirmButton>
        </div>
      </div>
    </li>
  )
}, rendersSame)
