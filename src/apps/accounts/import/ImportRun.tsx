/** Previews what a file would do, row by row, before anything is sent; then shows the run and its result. */
import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { UserListItem } from '#contract/apps/accounts.ts'
import { useConnection } from '#src/api/connection.ts'
import { countText } from '#src/lib/count-text.ts'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { LeaveDialog, UnsavedChanges } from '#src/screen/UnsavedChanges.tsx'
import card from '#src/ui/Card.module.css'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import classes from './ImportPage.module.css'
import type { ImportRow } from './import-check.ts'
import type { ImportEntry } from './import-run.ts'
import { importColumns, type ShownRow, stateText } from './import-table.tsx'
import { useImport } from './use-import.ts'
import { hasNewPassword, useResultFile } from './use-result-file.ts'

const people = (count: number) => `${countText(count)} ${count === 1 ? 'person' : 'people'}`
const rows = (count: number) => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`

/** Asked before leaving once the run is over: the accounts exist, but the passwords are shown nowhere else. */
const UNSAVED = 'The temporary passwords are shown only here, and the result is not saved. Leave anyway?'
/** Asked although the result was saved: the browser does not tell a page whether a download succeeded. */
const HANDED_OUT = 'The temporary passwords are in import-result.csv and nowhere else. Leave if you have that file.'
const UNDER_WAY =
  'People are still being added. Those added so far keep their accounts, but their temporary passwords are shown only here. Leave anyway?'

function LeftOut({ left }: { left: readonly ShownRow[] }) {
  if (left.length === 0) return null
  return (
    <div className={classes.leftOut} role="status">
      <p>
        {rows(left.length)} {left.length === 1 ? 'is' : 'are'} left out:
      </p>
      <ul>
        {left.map((shown) => (
          <li key={shown.row.row}>
            Row {shown.row.row}
            {shown.row.name && `, ${shown.row.name}`}: {stateText(shown)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The bar moves with each step, not with each person: everybody who gets a manager is done only at the very end. */
function Progress({ done, progress, of, isHeld }: { done: number; progress: number; of: number; isHeld: boolean }) {
  return (
    <div className={classes.progress}>
      <progress aria-label="Done" value={progress} max={of} />
      <span role="status">
        {countText(done)} of {people(of)} done
        {isHeld && '. The portal takes no more for up to a minute, then it goes on by itself.'}
      </span>
    </div>
  )
}

type Phase = 'before' | 'running' | 'over'

interface OutcomeProps {
  readonly isComplete: boolean
  readonly hasPasswords: boolean
  readonly isSaved: boolean
}

const Outcome = ({ isComplete, hasPasswords, isSaved }: OutcomeProps) => (
  <p className={classes.after} role="status">
    {isComplete ? 'All of them are done.' : 'What is done stays done; the rest can be tried again.'}{' '}
    {hasPasswords &&
      `The temporary passwords are in the result file and nowhere else: ${isSaved ? 'check that your browser saved it as import-result.csv' : 'save it'} before you leave.`}
  </p>
)

interface StartProps {
  readonly online: boolean
  /** Number of people who will be added. */
  readonly taken: number
  /** Number of those in the file who have an account. */
  readonly existing: number
  readonly withExisting: boolean
  readonly onWithExisting: (isIncluded: boolean) => void
  readonly onStart: () => void
}

/** The controls before the run. */
const Start = ({ online, taken, existing, withExisting, onWithExisting, onStart }: StartProps) => (
  <>
    {existing > 0 && (
      <Checkbox
        className={classes.wide}
        label={`Include the ${people(existing)} who already ${existing === 1 ? 'has' : 'have'} an account: give them the permissions and the checklist from this file`}
        checked={withExisting}
        onChange={(event) => onWithExisting(event.currentTarget.checked)}
      />
    )}
    <Button disabled={!online || taken === 0} onClick={onStart}>
      Add {people(taken)}
    </Button>
  </>
)

/**
 * Returns a ref for the actions, which are replaced when the run begins and ends: the first of the next ones takes the
 * focus that the pressed button has lost.
 */
function useActionsFocus(phase: Phase): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the buttons change
  useEffect(() => {
    if (isFocusLost()) actions.current?.querySelector<HTMLElement>('input, button:not([disabled])')?.focus()
  }, [phase])
  return actions
}

/** Returns the rows as the table shows them, with the state of each. */
function shownRows(
  file: readonly ImportRow[],
  entries: readonly ImportEntry[],
  withExisting: boolean,
): readonly ShownRow[] {
  const byRow = new Map(entries.map((entry) => [entry.row.row, entry]))
  return file.map((row) => ({
    row,
    entry: byRow.get(row.row) ?? null,
    isLeftOut: row.problems.length > 0 || (row.existing !== null && !withExisting),
  }))
}

interface ImportRunProps {
  readonly file: readonly ImportRow[]
  readonly existingUsers: readonly UserListItem[]
  readonly onAnother: () => void
}

export function ImportRun({ file, existingUsers, onAnother }: ImportRunProps) {
  const { online } = useConnection()
  const [withExisting, setWithExisting] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const run = useImport(existingUsers)
  const shown = useMemo(() => shownRows(file, run.entries, withExisting), [file, run.entries, withExisting])
  const leftOut = shown.filter(({ isLeftOut }) => isLeftOut)
  const taken = shown.filter(({ isLeftOut }) => !isLeftOut).map(({ row }) => row)
  const saveResult = useResultFile({ ...run, leftOut: leftOut.map(({ row }) => row) })
  const existing = file.filter((row) => row.existing !== null && row.problems.length === 0).length
  const phase: Phase = run.entries.length === 0 ? 'before' : run.isRunning ? 'running' : 'over'
  const isOver = phase === 'over'
  const hasPasswords = run.entries.some(hasNewPassword)
  const isComplete = isOver && run.done === run.entries.length
  const actions = useActionsFocus(phase)

  function save(): void {
    saveResult()
    setSaved(true)
  }
  const begin = (act: () => void) => {
    setSaved(false)
    act()
  }

  return (
    <>
      <UnsavedChanges
        isDirty={() => phase === 'running' || (hasPasswords && !isSaved)}
        prompt={isOver ? UNSAVED : UNDER_WAY}
      />
      <LeaveDialog opened={isAsking} prompt={HANDED_OUT} onLeave={onAnother} onStay={() => setAsking(false)} />
      <ErrorAlert error={run.error} />
      {phase === 'before' && <LeftOut left={leftOut} />}
      {phase !== 'before' && (
        <Progress done={run.done} progress={run.progress} of={run.entries.length} isHeld={run.isHeld} />
      )}
      {isOver && <Outcome isComplete={isComplete} hasPasswords={hasPasswords} isSaved={isSaved} />}
      <div ref={actions} className={classes.actions}>
        {phase === 'before' && (
          <Start
            online={online}
            taken={taken.length}
            existing={existing}
            withExisting={withExisting}
            onWithExisting={setWithExisting}
            onStart={() => begin(() => run.start(taken))}
          />
        )}
        {phase === 'running' && (
          <Button variant="default" onClick={run.stop}>
            Stop
          </Button>
        )}
        {isOver && (
          <Button leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={save}>
            Save the result
          </Button>
        )}
        {isOver && !isComplete && (
          <Button variant="default" disabled={!online} onClick={() => begin(run.goOn)}>
            Go on
          </Button>
        )}
        {phase !== 'running' && (!hasPasswords || isSaved) && (
          <Button variant="subtle" onClick={() => (hasPasswords ? setAsking(true) : onAnother())}>
            Choose another file
          </Button>
        )}
        {!online && <p className="quiet">You are offline. People can be added once the portal is back.</p>}
      </div>
      <section className={card.list} aria-label="People of the file">
        <DataTable
          label="People of the file"
          columns={importColumns}
          rows={shown}
          rowKey={({ row }) => row.row}
          empty="There are no people in this file."
        />
      </section>
    </>
  )
}
