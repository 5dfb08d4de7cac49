/** Marks a deactivated user, who can no longer sign in. */
import { IconUserOff } from '@tabler/icons-react'
import classes from './DeactivatedMark.module.css'

export const DeactivatedMark = () => (
  <span className={classes.mark}>
    <IconUserOff size={14} stroke={1.75} aria-hidden />
    Deactivated
  </span>
)
