/** Lists refused checks of tasks that are not, or no longer, on the screen; each names its task. */
import { repeat } from '#src/offline/outbox-actions.ts'
import { isTargetGone, type Row } from '#src/offline/row.ts'
import { RefusedChange } from '#src/screen/RefusedChange.tsx'
import { checkChange } from './changes.ts'
import classes from './OrphanedRefusals.module.css'

export const OrphanedRefusals = ({ rows }: { rows: readonly Row[] }) =>
  rows.map((row) => (
    <div key={row.seq} className={classes.refusal}>
      <strong>{checkChange.describe(row).title}</strong>
      {/* If the local store fails, the refusal stays as it is. */}
      <RefusedChange refused={row} onRepeat={isTargetGone(row) ? undefined : () => void repeat(row).catch(() => {})} />
    </div>
  ))
