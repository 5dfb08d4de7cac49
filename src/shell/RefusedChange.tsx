/** A change that the server would not have: in its words, until the person does it anew or lets it go. */
import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { discard, dismiss } from '#src/offline/my-changes.ts'
import type { Row } from '#src/offline/row.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusTitle } from './Page.tsx'
import classes from './RefusedChange.module.css'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

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
  /** The panel or row that it stands in, with something to go on with. */
  readonly within?: RefObject<HTMLElement | null>
}

const CONTROLS = 'input:checked, input[type=checkbox], button'

/** With what was refused its buttons go, and the focus with them: to the first control beside it, or to the title. */
export function RefusedChange({ refused, onRepeat, within }: RefusedChangeProps) {
  const whenGone = useFocusWhenGone()

  function leaveWith(act: () => void): void {
    whenGone(() => {
      within?.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusTitle()
    })
    act()
  }

  return (
    <div className={classes.refusal}>
      <ErrorAlert error={refused.detail} />
      {onRepeat && (
        <Button size="compact-sm" variant="default" onClick={() => leaveWith(onRepeat)}>
          Try again
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => leaveWith(() => void discard(refused))}>
        Discard
      </Button>
    </div>
  )
}
