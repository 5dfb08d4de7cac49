/** Says that a change exists only on this device. Appears after 500 ms, as most changes are sent by then. */
import { ChangeShape } from './ChangeShape.tsx'
import classes from './WaitingMark.module.css'

export function WaitingMark() {
  return (
    <span className={classes.mark}>
      <ChangeShape state="waiting" />
      <span>Waiting to be sent</span>
    </span>
  )
}
