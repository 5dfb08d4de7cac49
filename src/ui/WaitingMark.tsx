/** Says that a change is on this device alone; not for the moment that a line needs to take it. */
import classes from './WaitingMark.module.css'

export function WaitingMark() {
  return (
    <span className={classes.mark}>
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 2" />
      </svg>
      <span>Waiting to be sent</span>
    </span>
  )
}
