/** Shown after sending: the thanks at once, and below them the actual state of the report (spec §2, wire.md §4). */
import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '#src/api/session.ts'
import { discard } from '#src/offline/outbox-actions.ts'
import { type Row, refusalOf } from '#src/offline/row.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { focusTitle } from '#src/screen/Page.tsx'
import { useFocusWhenGone } from '#src/screen/use-focus-when-gone.ts'
import { ChangeShape } from '#src/ui/ChangeShape.tsx'
import { ClockTime } from '#src/ui/Clock.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { Face } from '#src/ui/Faces.tsx'
import { periodOf } from './entity.ts'
import classes from './HomeView.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'

/** State of a report sent from this page, in addition to its outbox row. */
export type SendState =
  | { readonly is: 'keeping' }
  | { readonly is: 'kept' | 'sent'; readonly at: number }
  | { readonly is: 'failed'; readonly error: unknown }

const DISCARD = 'This report has not been sent. Discard it?'

function Line({ state, children }: { state: 'waiting' | 'sent'; children: ReactNode }) {
  return (
    <p className={classes.line} data-state={state}>
      <ChangeShape state={state} />
      <span>{children}</span>
    </p>
  )
}

function Sent({ at }: { at: number | null }) {
  return <Line state="sent">Sent {at !== null && <ClockTime at={new Date(at).toISOString()} withDay />}</Line>
}

interface RefusedReportProps {
  readonly row: Row
  readonly onText: (period: number) => void
}

/** A refused report: the server's reason, and a button back to the text. */
export function RefusedReport({ row, onText }: RefusedReportProps) {
  const whenGone = useFocusWhenGone()
  return (
    <div className={classes.refusal}>
      <ErrorAlert error={refusalOf(row)} />
      <Group gap="xs">
        <Button variant="default" onClick={() => onText(periodOf(row))}>
          Back to what you wrote
        </Button>
        <ConfirmButton
          name={`Mood report, ${row.about}`}
          prompt={DISCARD}
          action="Discard"
          isDestructive
          variant="subtle"
          color="gray"
          onConfirm={() => {
            whenGone(focusTitle)
            void discard(row)
          }}
        >
          Discard
        </ConfirmButton>
      </Group>
    </div>
  )
}

interface ReportStatusProps {
  readonly row: Row | undefined
  readonly outcome?: SendState | undefined
}

/** Where the report is by now; nothing if it was refused, which `RefusedReport` says. */
export function ReportStatus({ row, outcome }: ReportStatusProps) {
  if (row?.state === 'rejected') return null
  if (row?.state === 'acked') return <Sent at={row.settledAt} />
  if (row) return <Line state="waiting">Saved on this device</Line>
  // A device that cannot keep changes has sent the report at once, without an outbox row.
  return outcome?.is === 'sent' ? <Sent at={outcome.at} /> : null
}

interface ThanksProps extends ReportStatusProps {
  readonly week: number
  readonly isMore: boolean
  readonly onBack: () => void
  readonly onText: (period: number) => void
  /** Called once the refused report was discarded, here or in the list of changes: there is nothing to thank for. */
  readonly onDiscarded: (period: number) => void
}

export function Thanks({ row, outcome, week, isMore, onBack, onText, onDiscarded }: ThanksProps) {
  const me = useMe()
  const heading = useHeadingFocus()
  const leave = useEffectEvent(() => onDiscarded(week))
  const isRefused = row?.state === 'rejected'
  const isGone = row === undefined
  const wasRefused = useRef(false)
  useEffect(() => {
    if (isGone && wasRefused.current) leave()
    wasRefused.current = isRefused
  }, [isRefused, isGone])
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <section className={classes.thanks}>
      <div className={classes.sun}>
        <Face level={5} size={112} />
      </div>
      <h2 ref={heading} tabIndex={-1}>
        Thanks for the feedback, {me.name}.
      </h2>
      <p>We appreciate the time you take to let us know how you are feeling.</p>
      <div className={classes.fate}>
        <div role="status">
          <ReportStatus row={row} outcome={outcome} />
        </div>
        {row && isRefused && <RefusedReport row={row} onText={onText} />}
        {!row && outcome?.is === 'failed' && (
          <div className={classes.refusal}>
            <ErrorAlert error={outcome.error} />
            <Button variant="default" onClick={() => onText(week)}>
              Back to what you wrote
            </Button>
          </div>
        )}
      </div>
      {isMore && (
        <Button variant="subtle" onClick={onBack}>
          Back to Dates
        </Button>
      )}
    </section>
  )
}
