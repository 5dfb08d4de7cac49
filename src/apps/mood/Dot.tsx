/** Shows whether a comment was written, by colour, shape and word, since many people cannot rely on colour. */
import classes from './ReportsView.module.css'

export function Dot({ isThere }: { isThere: boolean }) {
  return (
    <span className={classes.dot} data-there={isThere || undefined}>
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        {isThere ? (
          <circle cx="8" cy="8" r="5.5" fill="currentColor" />
        ) : (
          <path
            d="M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM5.5 8h5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
          />
        )}
      </svg>
      {isThere ? 'Yes' : 'No'}
    </span>
  )
}
