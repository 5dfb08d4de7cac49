/** Mark on a person who is leaving. */
import { IconDoorExit } from '@tabler/icons-react'
import classes from './OffboardingMark.module.css'

export const OffboardingMark = () => (
  <span className={classes.mark}>
    <IconDoorExit size={14} stroke={1.75} aria-hidden />
    Offboarding
  </span>
)
