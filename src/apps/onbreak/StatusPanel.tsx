/** Where somebody is, in one glance, and the one button or form that changes it: for oneself, and for board admins. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { BreakInfo, BreakStatus } from '#contract/apps/onbreak.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { RefusedChange } from '#src/shell/RefusedChange.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { ClockTime, Elapsed } from '#src/ui/Clock.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import { breakChange, statusOf } from './changes.ts'
import { DueBack } from './DueBack.tsx'
import { StatusForm } from './StatusForm.tsx'
import classes from './StatusPanel.module.css'
import type { Status } from './use-status.ts'
import { useUnsent } from './use-unsent.ts'

/** Here, or away: on what, since when, until when, and what they said of it. */
function Whereabouts({ record, isWaiting }: Pick<Status, 'record' | 'isWaiting'>) {
  const isAway = !record.status
  return (
    <div className={classes.state} aria-live="polite">
      <span className={classes.word}>{isAway ? record.breakType : 'Available'}</span>
      {/* Minutes that pass are no news. */}
      {isAway && record.clockOutTime && (
        <span className={classes.since} aria-live="off">
          since <ClockTime at={record.clockOutTime} />, for <Elapsed since={record.clockOutTime} />
        </span>
      )}
      {isAway && record.clockOutTime && record.plannedMinutes !== undefined && (
        <span className={classes.due} aria-live="off">
          <DueBack left={record.clockOutTime} plannedMinutes={record.plannedMinutes} />
        </span>
      )}
      {isAway && record.customMessage && <bdi className={classes.message}>{record.customMessage}</bdi>}
      {isWaiting && <WaitingMark />}
    </div>
  )
}

interface StatusPanelProps extends Status {
  /** `I'm` or `They're`. */
  readonly who: "I'm" | "They're"
  readonly onChange: (tap: { status: BreakStatus; seen: BreakInfo; repeats?: string | undefined }) => Promise<void>
}

export function StatusPanel({ record, isWaiting, refused, isOvertaken, who, onChange }: StatusPanelProps) {
  const hindrance = useCanChange() ? null : CANNOT_KEEP
  const [isEditing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isAway = !record.status
  const state = String(isAway)
  const { forget, ...unsent } = useUnsent(record.user, state)
  const wanted = refused && !isOvertaken ? statusOf(refused.body) : null
  const panel = useRef<HTMLDivElement>(null)
  /** What this person wants to be, until it is on screen, and of which state the fields were that they sent. */
  const aim = useRef<{ status: boolean; sent: string | null } | null>(null)
  // With one's own change the button goes that was pressed, and the focus with it: once it is kept and shown, whichever
  // comes first.
  useEffect(() => {
    if (busy || aim.current?.status !== record.status) return
    const { sent } = aim.current
    aim.current = null
    if (sent !== null) forget(sent)
    // On a small screen what was pressed may be far below what it changes.
    panel.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true })
  }, [busy, record.status, forget])

  // What was begun to be changed of one break is not offered, unasked, for the next.
  useEffect(() => {
    if (!isAway) setEditing(false)
  }, [isAway])

  async function change(status: BreakStatus): Promise<void> {
    // First the tap, then the looks of it.
    const isRepetition = wanted?.status === status.status
    const kept = onChange({ status, seen: record, repeats: isRepetition ? refused?.key : undefined })
    // A repetition sends nothing of what the form holds.
    aim.current = { status: status.status, sent: status === wanted ? null : state }
    setBusy(true)
    setError(null)
    try {
      await kept
      // At once: whoever has left the screen by now must not find it there as if it had not been sent.
      if (status !== wanted) unsent.keepNoMore()
      setEditing(false)
    } catch (problem) {
      aim.current = null
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  const form = (
    <StatusForm
      record={record}
      draft={wanted?.status === false ? wanted : null}
      unsent={unsent.fields}
      onChange={unsent.change}
      busy={busy}
      hindrance={hindrance}
      onSubmit={change}
    />
  )
  return (
    <div ref={panel} className={classes.panel} data-away={isAway || undefined}>
      <Whereabouts record={record} isWaiting={isWaiting} />
      {refused && (
        <div className={classes.refused}>
          <span>
            <strong>{breakChange.words(refused).title}</strong> <ClockTime at={refused.occurredAt} withDay />
          </span>
          <RefusedChange
            key={refused.seq}
            refused={refused}
            onRepeat={wanted ? () => void change(wanted) : undefined}
            within={panel}
          />
        </div>
      )}
      <ErrorAlert error={error} />
      {isAway ? (
        <>
          <BusyButton
            size="lg"
            fullWidth
            busy={busy}
            disabled={hindrance !== null}
            onClick={() => change({ status: true })}
          >
            {who} Back
          </BusyButton>
          {hindrance && !isEditing && <p className={classes.hindrance}>{hindrance}</p>}
          <Button variant="subtle" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            Change type or message
          </Button>
          {isEditing && form}
        </>
      ) : (
        form
      )}
    </div>
  )
}
