/** The button that opens the Admin menu; it is shown before the menu's code is loaded. */
import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './Header.module.css'

/** The header's Admin button. Merges `className`, because `Menu.Target` passes a class of its own. */
export const AdminButton = ({ className = '', ...props }: ButtonProps & ComponentProps<'button'>) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-md"
    className={`${classes.admin} ${className}`}
    rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
    {...props}
  >
    Admin
  </Button>
)
