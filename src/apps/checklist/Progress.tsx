/** Shows the number of checked tasks out of all tasks, as text and as a progress bar (spec §4 Checklist). */
import classes from './PersonCard.module.css'

export function Progress({ checked, total }: { checked: number; total: number }) {
  return (
    <div className={classes.progress}>
      <span className={classes.figures} aria-hidden>
        <strong>{checked}</strong> of {total} done
      </span>
      <div
        role="progressbar"
        className={classes.track}
        aria-label="Tasks done"
        aria-valuemin={0}
        aria-valuenow={checked}
        aria-valuemax={total}
        aria-valuetext={`${checked} of ${total} tasks done`}
        data-full={checked === total || undefined}
      >
        <div className={classes.bar} style={{ width: `${(checked / total) * 100}%` }} />
      </div>
    </div>
  )
}
