/** The button that draws all rows of a long table: the browser's search does not find rows that are not in the document. */
import { countText } from '#src/lib/count-text.ts'
import classes from './ShowAllButton.module.css'

interface ShowAllButtonProps {
  readonly count: number
  /** Whether more rows may come. */
  readonly isOpenEnded: boolean
  readonly isWhole: boolean
  readonly onWhole: (isWhole: boolean) => void
}

export function ShowAllButton({ count, isOpenEnded, isWhole, onWhole }: ShowAllButtonProps) {
  const all = `Show all ${countText(count)} rows${isOpenEnded ? ' so far' : ''}`
  return (
    <button
      type="button"
      className={classes.whole}
      title={isWhole ? undefined : 'So that the browser’s own search finds them all'}
      onClick={() => onWhole(!isWhole)}
    >
      {isWhole ? 'Show only the visible rows' : all}
    </button>
  )
}
