/** Where somebody is, in one glance, and the one button or form that changes it: for oneself, and for board admins. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BreakInfo, BreakStatus } from '#contract/apps/onbreak.ts'
import { useConnection } from '#src/api/connection.ts'
import { ClockTime, Elapsed } from '#src/ui/Clock.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { StatusForm } from './StatusForm.tsx'
import classes from './StatusPanel.module.css'

interface StatusPanelProps {
  readonly record: BreakInfo
  /** `I'm` or `They're`. */
  readonly who: "I'm" | "They're"
  readonly onChange: (status: BreakStatus) => Promise<void>
}

const OFFLINE = 'You are offline. Changes can be made once the portal is back.'

export function StatusPanel({ record, who, onChange }: StatusPanelProps) {
  const { online } = useConnection()
  const [isEditing, setEditing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isAway = !record.status
  const hindrance = online ? null : OFFLINE

  async function change(status: BreakStatus): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await onChange(status)
      setEditing(false)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  // What is typed belongs to one state: another begins with a form of its own.
  const form = <StatusForm key={String(isAway)} record={record} busy={busy} hindrance={hindrance} onSubmit={change} />
  return (
    <div className={classes.panel} data-away={isAway || undefined}>
      <div className={classes.state} aria-live="polite">
        <span className={classes.word}>{isAway ? record.breakType : 'Available'}</span>
        {isAway && record.clockOutTime && (
          <span className={classes.since}>
            since <ClockTime at={record.clockOutTime} />, for <Elapsed since={record.clockOutTime} />
          </span>
        )}
        {isAway && record.customMessage && <span className={classes.message}>{record.customMessage}</span>}
      </div>
      <ErrorAlert error={error} />
      {isAway ? (
        <>
          <Button size="lg" fullWidth loading={busy} disabled={!online} onClick={() => change({ status: true })}>
            {who} Back
          </Button>
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
