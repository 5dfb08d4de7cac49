/**
 * The table of all list screens. Columns are declared at module scope, headers sort, and on a phone rows are cards. A
 * long table has only the rows in sight in the document, except in print and on request.
 */
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { announce } from '#src/lib/announce.ts'
import { countText } from '#src/lib/count-text.ts'
import { useNarrowPhone, usePhone } from '../use-phone.ts'
import classes from './DataTable.module.css'
import { DataTableEnd } from './DataTableEnd.tsx'
import { DataTableHeader } from './DataTableHeader.tsx'
import { DataTableLine } from './DataTableLine.tsx'
import { letterScale } from './letter-scale.ts'
import { rowOrder } from './row-order.ts'
import { ShowAllButton } from './ShowAllButton.tsx'
import { useKeptScrollPosition } from './use-kept-scroll-position.ts'
import { usePrinting } from './use-printing.ts'
import { useRowMoveAnimation } from './use-row-move-animation.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** The column's name in the “Sort by” list, if the title is in capitals. */
  readonly word?: string
  readonly cell: (row: Row) => ReactNode
  /** A second line in the cell on a phone, for what other columns say on a desktop. */
  readonly second?: (row: Row) => ReactNode
  /** The cell's text for the tooltip in a long table, which cuts cells short; needed if the cell is more than text. */
  readonly text?: (row: Row) => string
  /** Compares ascending; a column without it is not sortable. */
  readonly sort?: (a: Row, b: Row) => number
  /** Whether the row stays on top when sorted by this column, in either direction. */
  readonly first?: (row: Row) => boolean
  /** Place in the card on a phone: the first line, beside it, a line of its own (the default), or hidden. */
  readonly phone?: 'head' | 'aside' | 'line' | 'none'
  /** CSS width on a desktop; in a long table exactly this. */
  readonly width?: string
  /** Percentage of a wide desktop, so that unbreakable words do not squeeze other columns; ignored in a long table. */
  readonly share?: string
}

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

interface DataTableProps<Row> {
  /** The accessible name. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Selects the rows to show. Applied after sorting, so that a search does not sort again with each key. */
  readonly filter?: ((row: Row) => boolean) | undefined
  readonly rowKey: (row: Row) => string | number
  /** The key of the row to mark and scroll to at first: the one the person comes back from. */
  readonly marked?: string | number | undefined
  /** Left out, like `onSort`, if no column is sortable: the rows keep their order. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort) => void
  /** Shown if there are no rows. */
  readonly empty: ReactNode
  /** Loads more when the end of the list comes into sight; left out if there are no more. Must be a stable function. */
  readonly onEnd?: (() => void) | undefined
  /** Whether more rows may come; may be true without `onEnd`, as after a failure none are loaded at the end. */
  readonly isOpenEnded?: boolean
  /** The most rows drawn whole: a longer list has only the rows in sight in the document. */
  readonly mostWhole?: number
  /** Height of a card of a long list on a phone, in pixels. */
  readonly cardPx?: number
}

const MOST_WHOLE = 199
/** Exact heights of a long table's rows: if a row could grow, the place in the list would drift while scrolling. */
const ROW_PX = 48
const CARD_PX = 76
/**
 * Factor of a card's height on a narrow phone: lines hold half as many words, and the `aside` column has its own line.
 */
const NARROW_CARD = 1.5
const FIRST_OVERSCAN = 2
const OVERSCAN = 8
/** Least width of a column without its own width in a long table; below it the table scrolls sideways. */
const LEAST_WIDTH = '110px'

/** Returns a function that sorts rows by the chosen column; equal rows keep their order. */
function orderBy<Row>(columns: readonly Column<Row>[], sort: Sort | null): (rows: readonly Row[]) => readonly Row[] {
  const { sort: ascending, first } = columns.find(({ key }) => key === sort?.key) ?? {}
  if (!sort || !ascending) return (rows) => rows
  const compare: typeof ascending = sort.descending ? (a, b) => ascending(b, a) : ascending
  return rowOrder(first ? (a, b) => Number(first(b)) - Number(first(a)) || compare(a, b) : compare)
}

/** Returns the rows in the order in which a table with this `sort` shows them. */
export const sorted = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null) =>
  orderBy(columns, sort)(rows)

/**
 * Returns how many rows to draw beyond those in sight: few while a list was just opened or searched, as most are never
 * scrolled (they would be a third of the work of each key); more once the person reaches for the list.
 */
function useOverscan(view: unknown): readonly [rows: number, onReach: () => void] {
  const [reached, setReached] = useState<{ readonly view: unknown }>()
  const isReached = reached !== undefined && reached.view === view
  return [isReached ? OVERSCAN : FIRST_OVERSCAN, () => isReached || setReached({ view })]
}

/** Handlers that call `onReach` for a pointer, keyboard focus, or a wheel if the mouse was over the list already. */
const reachHandlers = (onReach: () => void, onScroll: () => void) => ({
  onPointerEnter: onReach,
  onFocus: onReach,
  onScroll: () => {
    onReach()
    onScroll()
  },
})

interface RowPosition {
  /** Index of the row; -1: not in the list. */
  readonly at: number
  readonly rowPx: number
  readonly isVirtual: boolean
}

/** Scrolls to the row: a long table scrolls itself, any other scrolls the page, which otherwise starts at its top. */
function bringIntoSight(scroller: HTMLElement | null, { at, rowPx, isVirtual }: RowPosition): void {
  window.scrollTo(0, 0)
  if (at < 0) return
  if (scroller && isVirtual) scroller.scrollTop = at * rowPx - (scroller.clientHeight - rowPx) / 2
  else scroller?.querySelector('tr[data-marked]')?.scrollIntoView({ block: 'center' })
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
  const sortRows = useMemo(() => orderBy(columns, sort), [columns, sort])
  const sortedRows = useMemo(() => sortRows(rows), [sortRows, rows])
  const shown = useMemo(() => (filter ? sortedRows.filter(filter) : sortedRows), [sortedRows, filter])
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const isLong = shown.length > mostWhole
  const [isWhole, setWhole] = useState(false)
  function onWhole(next: boolean): void {
    setWhole(next)
    if (!next) return
    // The pressed button is below all rows by then: move the focus to the table, and keep the scroll position.
    table.current?.focus({ preventScroll: true })
    announce(`All ${countText(shown.length)} rows are shown.`)
  }
  const isPrinting = usePrinting()
  const isVirtual = isLong && !isWhole && !isPrinting
  const isPhone = usePhone()
  const cardHeight = useNarrowPhone() ? cardPx * NARROW_CARD : cardPx
  const rowPx = Math.round((isPhone ? cardHeight : ROW_PX) * letterScale())
  const [overscan, onReach] = useOverscan(filter)
  const keepPlace = useKeptScrollPosition(scroller, { isLong, isVirtual, isWhole, rowPx })
  const inSight = useRowsInSight(scroller, { isOn: isVirtual, count: shown.length, rowPx, overscan })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first; afterwards the person scrolls
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
  useRowMoveAnimation(body, isLong ? null : visible.map(rowKey).join())
  const least = columns.map(({ width = LEAST_WIDTH }) => width).join(' + ')
  const sizes = { '--row-height': `${rowPx}px`, '--least-width': `calc(${least})` }

  return (
    <>
      <div
        ref={scroller}
        className={classes.scroller}
        data-virtual={isVirtual || undefined}
        style={sizes}
        // A scrolling region must be reachable by keyboard.
        {...(isVirtual ? { role: 'group', 'aria-label': label, tabIndex: 0, ...reachHandlers(onReach, onScroll) } : {})}
      >
        <table ref={table} tabIndex={-1} className={classes.table} aria-label={label} aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              {columns.map((column) => (
                <DataTableHeader key={column.key} column={column} sort={sort} onSort={onSort} isOutOfSight={isPhone} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {above > 0 && <tr aria-hidden className={classes.space} style={{ height: above }} />}
            {visible.map((row, at) => (
              <DataTableLine
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
          <DataTableEnd length={shown.length} scroller={isVirtual ? scroller : null} onEnd={onEnd} />
        )}
        {shown.length === 0 && (
          <div role="status" className={classes.empty}>
            {empty}
          </div>
        )}
      </div>
      {isLong && <ShowAllButton count={shown.length} isOpenEnded={isOpenEnded} isWhole={isWhole} onWhole={onWhole} />}
    </>
  )
}

/** Memoised: a key in the field above it renders nothing if the table's props are the same. */
export const DataTable = memo(Table) as typeof Table
