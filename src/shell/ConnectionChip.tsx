/** Says that the portal cannot be reached, and since when; silent while it can. */
import { IconCloudOff } from '@tabler/icons-react'
import { useConnection } from '#src/api/connection.ts'
import { clockTime } from '#src/lib/time.ts'
import classes from './ConnectionChip.module.css'

export function ConnectionChip() {
  const { online, since } = useConnection()
  return (
    <span role="status" className={classes.place}>
      {!online && (
        <span className={classes.chip}>
          <IconCloudOff size={16} stroke={1.5} aria-hidden />
          <span className={classes.words}>
            Offline<span className={classes.since}> since {since ? clockTime(since) : ''}</span>
          </span>
        </span>
      )}
    </span>
  )
}
