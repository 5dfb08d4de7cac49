/** A change that the server would not have: in its words, until the person does it anew or lets it go. */
import { Button } from '@mantine/core'
import { discard, dismiss } from '#src/offline/my-changes.ts'
import type { Row } from '#src/offline/row.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusTitle } from './Page.tsx'
import classes from './RefusedChange.module.css'

/** A change that was made in part: in words what was left as others had it, until the person has read them. */
export const PartlyDoneChange = ({ row }: { row: Row }) => (
  <div className={classes.refusal}>
    <ErrorAlert error={row.detail} />
    <Button size="compact-sm" variant="default" onClick={() => void dismiss(row).then(focusTitle)}>
      Dismiss
    </Button>
  </div>
)

interface RefusedChangeProps {
  readonly refused: Row
  /** Missing where that is of no use. */
  readonly onRepeat?: (() => void) | undefined
}

export const RefusedChange = ({ refused, onRepeat }: RefusedChangeProps) => (
  <div className={classes.refusal}>
    <ErrorAlert error={refused.detail} />
    {onRepeat && (
      <Button size="compact-sm" variant="default" onClick={onRepeat}>
        Try again
      </Button>
    )}
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void discard(refused)}>
      Discard
    </Button>
  </div>
)
