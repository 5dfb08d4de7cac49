/**
 * The one table: a list of columns at module scope, sorted by its headers, cards on a phone, and only the rows in sight
 * in the document once there are many; all of them on paper, and when somebody asks for them.
 */
import { type CSSProperties, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { countText } from '#src/lib/count-text.ts'
import classes from './DataTable.module.css'
import { End } from './DataTableEnd.tsx'
import { Header } from './DataTableHeader.tsx'
import { Line } from './DataTableLine.tsx'
import { letterScale } from './letter-scale.ts'
import { rowOrder } from './row-order.ts'
import { useGlide } from './use-glide.ts'
import { useNarrowPhone, usePhone } from './use-phone.ts'
import { usePlace } from './use-place.ts'
import { usePrinting } from './use-printing.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** The title as one of several orders, where it is in capitals. */
  readonly word?: string
  readonly cell: (row: Row) => ReactNode
  /** On a phone a second line under it, for what the other columns say on a desk. */
  readonly second?: (row: Row) => ReactNode
  /** The words that a long table may cut short, where the cell is more than text. */
  readonly text?: (row: Row) => string
  /** Ascending; a column without it is not sortable. */
  readonly sort?: (a: Row, b: Row) => number
  /** Those that stay on top, whichever way it is sorted by this column. */
  readonly first?: (row: Row) => boolean
  /** On a phone: the card's first line, beside it, or not at all. Otherwise a line of its own. */
  readonly phone?: 'head' | 'aside' | 'line' | 'none'
  /** CSS width on a desk; in a long table exactly this. */
  readonly width?: string
  /** Percentage of a wide desk, where words that know no break must not squeeze the columns beside them; not of a long table. */
  readonly share?: string
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

interface DataTableProps<Row> {
  /** For a screen reader. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Which of them are shown: a list that is searched with each key is not put in order with each key. */
  readonly filter?: ((row: Row) => boolean) | undefined
  readonly rowKey: (row: Row) => string | number
  /** The row that somebody comes back from: marked, and in sight at first. */
  readonly marked?: string | number | undefined
  /** Left out, like `onSort`, where no column has an order of its own: the rows stay as they come. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort) => void
  /** What stands there when there are no rows. */
  readonly empty: ReactNode
  /** Called when the end of the list comes into sight: where there are more. Always the same function. */
  readonly onEnd?: (() => void) | undefined
  /** More rows may come, though after a failure nobody asks for them at the end. */
  readonly isOpenEnded?: boolean
  /** A longer list has only the rows in sight in the document. */
  readonly mostWhole?: number
  /** On a phone, how high each of a long list's cards is, in pixels. */
  readonly cardPx?: number
}

const MOST_WHOLE = 199
/** Exact heights of a long table's rows: where one may grow, the place in the list drifts while it is scrolled. */
const ROW_PX = 48
const CARD_PX = 76
/** A card's line has half as many words there, and what stands beside the name elsewhere has a line of its own. */
const NARROW_CARD = 1.5
const FIRST_OVERSCAN = 2
const OVERSCAN = 8
/** A long table does not squeeze a column without a width of its own below this, but scrolls sideways. */
const LEAST_WIDTH = '110px'

/** By the chosen column; equal rows keep the order in which they came. */
function orderBy<Row>(columns: readonly Column<Row>[], sort: Sort | null): (rows: readonly Row[]) => readonly Row[] {
  const { sort: ascending, first } = columns.find(({ key }) => key === sort?.key) ?? {}
  if (!sort || !ascending) return (rows) => rows
  const compare: typeof ascending = sort.descending ? (a, b) => ascending(b, a) : ascending
  return rowOrder(first ? (a, b) => Number(first(b)) - Number(first(a)) || compare(a, b) : compare)
}

/** The rows as a table with this order has them. */
export const sorted = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null) =>
  orderBy(columns, sort)(rows)

/**
 * How many rows to draw beyond those in sight. Few of what has just been opened or searched, most of which nobody scrolls:
 * a third of the work of each key. More as soon as somebody reaches for the list.
 */
function useOverscan(view: unknown): readonly [rows: number, onReach: () => void] {
  const [reached, setReached] = useState<{ readonly view: unknown }>()
  const isReached = reached !== undefined && reached.view === view
  return [isReached ? OVERSCAN : FIRST_OVERSCAN, () => isReached || setReached({ view })]
}

/** A mouse over it, a finger, the keyboard; or a wheel, where the mouse was there all along. */
const reaching = (onReach: () => void, onScroll: () => void) => ({
  onPointerEnter: onReach,
  onFocus: onReach,
  onScroll: () => {
    onReach()
    onScroll()
  },
})

interface Place {
  /** -1: it is not there. */
  readonly at: number
  readonly rowPx: number
  readonly isVirtual: boolean
}

/** A long table scrolls itself, any other with the page, which is at its top otherwise. */
function bringIntoSight(scroller: HTMLElement | null, { at, rowPx, isVirtual }: Place): void {
  window.scrollTo(0, 0)
  if (at < 0) return
  if (scroller && isVirtual) scroller.scrollTop = at * rowPx - (scroller.clientHeight - rowPx) / 2
  else scroller?.querySelector('tr[data-marked]')?.scrollIntoView({ block: 'center' })
}

interface WholeProps {
  readonly count: number
  /** More rows may come than there are by now. */
  readonly isOpenEnded: boolean
  readonly isWhole: boolean
  readonly onWhole: (isWhole: boolean) => void
}

/** Rows that are out of the document are found by no browser's search. */
function Whole({ count, isOpenEnded, isWhole, onWhole }: WholeProps) {
  const all = `Show all ${countText(count)} rows${isOpenEnded ? ' so far' : ''}`
  return (
    <button
      type="button"
      className={classes.whole}
      title={isWhole ? undefined : 'To look through them with the browser’s own search'}
      onClick={() => onWhole(!isWhole)}
    >
      {isWhole ? 'Show only the rows in sight' : all}
    </button>
  )
}

function Table<Row>({
  label,
  columns,
  rows,
  filter,
  rowKey,
  marked,
  sort = null,
  onSort = () => {},
  empty,
  onEnd,
  isOpenEnded = onEnd !== undefined,
  mostWhole = MOST_WHOLE,
  cardPx = CARD_PX,
}: DataTableProps<Row>) {
  const inOrderOf = useMemo(() => orderBy(columns, sort), [columns, sort])
  const inOrder = useMemo(() => inOrderOf(rows), [inOrderOf, rows])
  const shown = useMemo(() => (filter ? inOrder.filter(filter) : inOrder), [inOrder, filter])
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const isLong = shown.length > mostWhole
  const [isWhole, setWhole] = useState(false)
  function onWhole(next: boolean): void {
    setWhole(next)
    if (!next) return
    // What was pressed is below all of them by then. One goes on at the place where one is.
    table.current?.focus({ preventScroll: true })
    announce(`All ${countText(shown.length)} rows are shown.`)
  }
  const isPrinting = usePrinting()
  const isVirtual = isLong && !isWhole && !isPrinting
  const isPhone = usePhone()
  const cardHeight = useNarrowPhone() ? cardPx * NARROW_CARD : cardPx
  const rowPx = Math.round((isPhone ? cardHeight : ROW_PX) * letterScale())
  const [overscan, onReach] = useOverscan(filter)
  const keepPlace = usePlace(scroller, { isLong, isVirtual, isWhole, rowPx })
  const inSight = useRowsInSight(scroller, { isOn: isVirtual, count: shown.length, rowPx, overscan })
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first alone, afterwards the person scrolls
  useLayoutEffect(() => {
    const at = shown.findIndex((row) => rowKey(row) === marked)
    if (marked !== undefined) bringIntoSight(scroller.current, { at, rowPx, isVirtual })
  }, [marked])
  const visible = isVirtual ? shown.slice(inSight.first, inSight.end) : shown
  const [above, below] = [inSight.first * rowPx, (shown.length - inSight.end) * rowPx]
  const onScroll = () => {
    inSight.onScroll()
    keepPlace()
  }
  useGlide(body, isLong ? null : visible.map(rowKey).join())
  const least = columns.map(({ width = LEAST_WIDTH }) => width).join(' + ')
  const sizes = { '--row-height': `${rowPx}px`, '--least-width': `calc(${least})` } as CSSProperties

  return (
    <>
      <div
        ref={scroller}
        className={classes.scroller}
        data-virtual={isVirtual || undefined}
        style={sizes}
        // What scrolls is reached by the keyboard too.
        {...(isVirtual ? { role: 'group', 'aria-label': label, tabIndex: 0, ...reaching(onReach, onScroll) } : {})}
      >
        <table ref={table} tabIndex={-1} className={classes.table} aria-label={label} aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={column.key} column={column} sort={sort} onSort={onSort} isOutOfSight={isPhone} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {above > 0 && <tr aria-hidden className={classes.space} style={{ height: above }} />}
            {visible.map((row, at) => (
              <Line
                key={rowKey(row)}
                id={rowKey(row)}
                isMarked={marked !== undefined && rowKey(row) === marked}
                index={isVirtual ? inSight.first + at + 2 : undefined}
                columns={columns as readonly Column<unknown>[]}
                row={row}
                isCut={isVirtual}
                isCard={isPhone}
              />
            ))}
            {below > 0 && <tr aria-hidden className={classes.space} style={{ height: below }} />}
          </tbody>
        </table>
        {onEnd && !isWhole && shown.length > 0 && (
          <End length={shown.length} scroller={isVirtual ? scroller.current : null} onEnd={onEnd} />
        )}
        {shown.length === 0 && (
          <div role="status" className={classes.empty}>
            {empty}
          </div>
        )}
      </div>
      {isLong && <Whole count={shown.length} isOpenEnded={isOpenEnded} isWhole={isWhole} onWhole={onWhole} />}
    </>
  )
}

/** Left alone where nothing that it shows is new: a key in the field above it draws no row. */
export const DataTable = memo(Table) as typeof Table
