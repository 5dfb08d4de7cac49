/** Panels about a change that the server refused, or applied in part, with the server's reason. */
import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { isFocusLost } from '#src/lib/focus-lost.ts'
import { discard, dismiss } from '#src/offline/outbox-actions.ts'
import type { Row } from '#src/offline/row.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusTitle } from './Page.tsx'
import classes from './RefusedChange.module.css'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/** A change applied in part: says what was left as others had changed it, until the person dismisses it. */
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
  /** Makes the change anew; missing where that is of no use. */
  readonly onRepeat?: (() => void) | undefined
  /** The panel or row around it, whose first control gets the focus afterwards. */
  readonly within?: RefObject<HTMLElement | null>
}

const CONTROLS = 'input:checked, input[type=checkbox], button'

/**
 * A refused change, shown until the person repeats or discards it. Its buttons disappear with it: the focus then goes
 * to the first control in `within`, or to the title.
 */
export function RefusedChange({ refused, onRepeat, within }: RefusedChangeProps) {
  const whenGone = useFocusWhenGone()

  function leaveWith(action: () => void): void {
    whenGone(() => {
      within?.current?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true })
      if (isFocusLost()) focusTitle()
    })
    action()
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
