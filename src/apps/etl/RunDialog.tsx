/** Dialog about one run, with its full reason. */
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { statusOf } from '#contract/apps/etl.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { calendarDay } from '#src/lib/time.ts'
import { copyLabel, useCopy } from '#src/lib/use-copy.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { CopyNote } from '#src/ui/CopyNote.tsx'
import { Identifier } from '#src/ui/Identifier.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import { useOpenAfterMount } from '#src/ui/use-open-after-mount.ts'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import { titleOf } from './changes.ts'
import { Resolved } from './Resolved.tsx'
import classes from './RunDialog.module.css'
import type { SeenRun } from './use-runs.ts'

interface RunDialogProps {
  readonly run: SeenRun
  readonly opened: boolean
  readonly hindrance: string | null
  readonly onResolve: (run: SeenRun) => void
  readonly onClose: () => void
  /** Called after the closing transition. */
  readonly onClosed: () => void
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

export function RunDialog({ run, opened, hindrance, onResolve, onClose, onClosed }: RunDialogProps) {
  const reason = useCopy()
  const address = useCopy()
  const { message = '' } = run
  return (
    <Modal
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      onExitTransitionEnd={() => {
        // The dialog was opened by a link, or its row is gone, so there is no element to return the focus to.
        if (isFocusLost()) focusTitle()
        onClosed()
      }}
      title={<Identifier>{titleOf(run)}</Identifier>}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.status}>
        <StatusMark status={statusOf(run)} /> {run.unsent && <WaitingMark />}
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.link}
          onClick={() => void address.copy(window.location.href)}
        >
          {copyLabel(address.outcome, 'Copy link')}
        </Button>
        <CopyNote outcome={address.outcome} />
      </p>
      <dl className={classes.facts}>
        <Fact name="Data Source">{run.dataSource}</Fact>
        <Fact name="Table Name">{run.tableName}</Fact>
        <Fact name="Run Time">
          {clockTime(run.createdAt)}, {calendarDay(run.createdAt)}
        </Fact>
        {run.startedAt && <Fact name="Took">{duration(Date.parse(run.createdAt) - Date.parse(run.startedAt))}</Fact>}
        {run.engine && <Fact name="Run by">{run.engine}</Fact>}
        {run.parent && <Fact name="Part of">{run.parent}</Fact>}
        {run.isFixed && (run.unsent || run.fixedBy) && (
          <Fact name="Resolved by">
            <Resolved run={run} />
          </Fact>
        )}
      </dl>
      <h3 className={classes.head}>Reason</h3>
      {message ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre className={classes.message} tabIndex={0}>
          {message}
        </pre>
      ) : (
        <p className="quiet">No reason was given.</p>
      )}
      <div className={classes.actions}>
        {message && (
          <Button variant="default" onClick={() => void reason.copy(message)}>
            {copyLabel(reason.outcome, 'Copy reason')}
          </Button>
        )}
        <CopyNote outcome={reason.outcome} />
        {statusOf(run) === 'failed' && (
          <Button disabled={hindrance !== null} title={hindrance ?? undefined} onClick={() => onResolve(run)}>
            Error Resolved
          </Button>
        )}
      </div>
    </Modal>
  )
}
