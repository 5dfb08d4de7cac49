/** A person's status, with the button or form that changes it: for oneself, and for board admins. */
import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BreakInfo, BreakStatus } from '#contract/apps/onbreak.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import type { Row } from '#src/offline/row.ts'
import { CANNOT_KEEP, useCanChange } from '#src/offline/use-my-changes.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { RefusedChange } from '#src/screen/RefusedChange.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { ClockTime, Elapsed } from '#src/ui/Clock.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import { breakChange, statusOf } from './changes.ts'
import { DueBack } from './DueBack.tsx'
import { StatusForm } from './StatusForm.tsx'
import classes from './StatusPanel.module.css'
import type { Status } from './use-status.ts'
import { useUnsent } from './use-unsent.ts'

/** Says whether the person is here or away: the type, since when, until when, and the message. */
function Whereabouts({ record, isWaiting }: Pick<Status, 'record' | 'isWaiting'>) {
  const isAway = !record.status
  return (
    <div className={classes.state} aria-live="polite">
      <span className={classes.word}>{isAway ? record.breakType : 'Available'}</span>
      {/* Passing minutes must not be announced. */}
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

const focusFirst = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true })

/** The controls of one state. `onFocusGone`: they are replaced while one of them has the focus, which is lost with it. */
function Controls({ children, onFocusGone }: { children: ReactNode; onFocusGone: () => void }) {
  const group = useRef<HTMLDivElement>(null)
  const focusGone = useEffectEvent(onFocusGone)
  // A layout effect's cleanup runs just before the element is removed.
  useLayoutEffect(() => {
    const element = group.current
    return () => {
      if (element?.contains(document.activeElement)) focusGone()
    }
  }, [])
  return (
    <div ref={group} className={classes.controls}>
      {children}
    </div>
  )
}

interface RefusalProps {
  readonly refused: Row
  readonly onRepeat: (() => void) | undefined
  readonly panel: RefObject<HTMLDivElement | null>
}

const Refusal = ({ refused, onRepeat, panel }: RefusalProps) => (
  <div className={classes.refused}>
    <span>
      <strong>{breakChange.describe(refused).title}</strong> <ClockTime at={refused.occurredAt} withDay />
    </span>
    <RefusedChange key={refused.seq} refused={refused} onRepeat={onRepeat} within={panel} />
  </div>
)

interface WayBackProps extends Pick<StatusPanelProps, 'who'> {
  readonly busy: boolean
  readonly hindrance: string | null
  readonly onBack: () => void
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
  /** The form that changes the type or the message. */
  readonly form: ReactNode
}

/** The controls of a person who is away. */
const WayBack = ({ who, busy, hindrance, onBack, isEditing, onEdit, form }: WayBackProps) => (
  <>
    <BusyButton size="lg" fullWidth busy={busy} disabled={hindrance !== null} onClick={onBack}>
      {who} Back
    </BusyButton>
    {hindrance && !isEditing && <p className={classes.hindrance}>{hindrance}</p>}
    <Button variant="subtle" aria-expanded={isEditing} onClick={() => onEdit(!isEditing)}>
      Change type or message
    </Button>
    {isEditing && form}
  </>
)

interface StatusPanelProps extends Status {
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
  /** The status that was asked for, until it is on screen, and the state whose unsent fields were sent with it. */
  const aim = useRef<{ status: boolean; sent: string | null } | null>(null)
  // One's own change removes the pressed button, and the focus with it. Runs once the change is both stored and shown,
  // in either order.
  useEffect(() => {
    if (busy || aim.current?.status !== record.status) return
    const { sent } = aim.current
    aim.current = null
    if (sent !== null) forget(sent)
    // On a small screen the pressed button may be far below the status that it changes.
    panel.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
    if (isFocusLost()) focusFirst(panel.current)
  }, [busy, record.status, forget])

  // A refusal, or somebody else, may bring the other state's controls, too.
  const isFocusGone = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the controls were replaced
  useEffect(() => {
    if (isFocusGone.current && isFocusLost()) focusFirst(panel.current)
    isFocusGone.current = false
  }, [isAway])

  // Closes the form with the break, so that it does not open by itself for the next one.
  useEffect(() => {
    if (!isAway) setEditing(false)
  }, [isAway])

  async function change(status: BreakStatus): Promise<void> {
    // Stores the tap first, before anything is rendered.
    const isRepetition = wanted?.status === status.status
    const kept = onChange({ status, seen: record, repeats: isRepetition ? refused?.key : undefined })
    // Repeating a refused change sends nothing from the form.
    aim.current = { status: status.status, sent: status === wanted ? null : state }
    setBusy(true)
    setError(null)
    try {
      await kept
      // At once: a person who has left the screen by now must not find the sent fields there as unsent.
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
      {refused && <Refusal refused={refused} onRepeat={wanted ? () => void change(wanted) : undefined} panel={panel} />}
      <ErrorAlert error={error} />
      <Controls
        key={state}
        onFocusGone={() => {
          isFocusGone.current = true
        }}
      >
        {isAway ? (
          <WayBack
            who={who}
            busy={busy}
            hindrance={hindrance}
            isEditing={isEditing}
            form={form}
            onBack={() => void change({ status: true })}
            onEdit={setEditing}
          />
        ) : (
          form
        )}
      </Controls>
    </div>
  )
}
