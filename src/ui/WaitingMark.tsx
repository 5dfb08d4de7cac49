/** Says that a change is on this device alone; not for the moment that a line needs to take it. */
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
