import { Tooltip } from '@mantine/core'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './UserEditPage.module.css'

/** Wording prescribed by spec §2. */
const TOOLTIP = 'Removes all permissions, admin status, and dept type for selected user.'

interface DeactivateButtonProps {
  readonly busy: boolean
  readonly disabled: boolean
  readonly onPress: () => void
}

/** The button of the user edit screen that takes away everything a user may do. */
export const DeactivateButton = ({ onPress, ...state }: DeactivateButtonProps) => (
  <Tooltip label={TOOLTIP} interactive multiline w={280} events={{ hover: true, focus: true, touch: true }}>
    <BusyButton {...state} variant="default" className={classes.deactivate} onClick={onPress}>
      Deactivate
    </BusyButton>
  </Tooltip>
)
