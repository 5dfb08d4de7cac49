/** The button that downloads a list or chart as CSV, with the same name and look everywhere. */
import { IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { BusyButton } from './BusyButton.tsx'
import classes from './CsvButton.module.css'

interface CsvButtonProps extends Omit<ComponentProps<typeof BusyButton>, 'children' | 'variant' | 'leftSection'> {
  /**
   * Names the data if the page has several such buttons; on a phone the label is then shorter, for the title beside it.
   */
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
