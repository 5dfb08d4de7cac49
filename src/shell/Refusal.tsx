/** A change that the server would not have: in its words, until the person does it anew or lets it go. */
import { Button } from '@mantine/core'
import { discard } from '#src/offline/my-changes.ts'
import type { Row } from '#src/offline/row.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import classes from './Refusal.module.css'

interface RefusalProps {
  readonly refused: Row
  readonly onRepeat: () => void
}

export const Refusal = ({ refused, onRepeat }: RefusalProps) => (
  <div className={classes.refusal}>
    <ErrorAlert error={refused.detail} />
    <Button size="compact-md" variant="default" onClick={onRepeat}>
      Try again
    </Button>
    <Button size="compact-md" variant="subtle" color="gray" onClick={() => void discard(refused)}>
      Discard
    </Button>
  </div>
)
