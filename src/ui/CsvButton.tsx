/** Saves what is listed or drawn for a spreadsheet: one name and one look wherever that is possible. */
import { IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { BusyButton } from './BusyButton.tsx'
import classes from './CsvButton.module.css'

interface CsvButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'children' | 'variant' | 'leftSection'> {
  /** Which of several on the page; on a phone it then leaves the title beside it the room. */
  readonly of?: string
}

export const CsvButton = ({ of, ...props }: CsvButtonProps) => (
  <BusyButton
    variant="default"
    leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
    aria-label={of && `Download CSV: ${of}`}
    {...props}
  >
    <span>
      <span className={of && classes.long}>Download </span>CSV
    </span>
  </BusyButton>
)
