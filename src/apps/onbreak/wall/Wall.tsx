/** The wall: who is away, readable from five metres. It is never touched, so there is nothing to press. */
import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { clockTime } from '#src/lib/clock-time.ts'
import { duration } from '#src/lib/duration.ts'
import { MINUTE_MS } from '#src/lib/spans.ts'
import { writer } from '#src/lib/time.ts'
import { timeWithDay } from '#src/lib/time-with-day.ts'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import { dueBack } from '../due.ts'
import { awayByDepartment } from './groups.ts'
import { type Column, columnWidth, EM, layOut } from './layout.ts'
import { headingFit, lineFit } from './name-fit.ts'
import { evenShrink, rowFit } from './row-fit.ts'
import { sinceOf } from './since.ts'
import type { WallBoard } from './use-wall-board.ts'
import classes from './Wall.module.css'
import { freshnessAt, usePage, useTick } from './wall-time.ts'

const TEN_SECONDS_MS = 10_000
/** The size of the list until it has been measured. */
const USUAL = { width: 1920, height: 760 }

/** Writes the day without the year, which nobody needs on a wall. */
const day = writer({ weekday: 'long', day: 'numeric', month: 'long' })

export function WallClock() {
  const now = new Date(useTick(MINUTE_MS)).toISOString()
  return (
    <div className={classes.clock}>
      <time dateTime={now} className={classes.time}>
        {clockTime(now)}
      </time>
      <span className={classes.day}>{day(new Date(now))}</span>
    </div>
  )
}

interface PersonProps {
  readonly person: LiveMessage
  readonly now: number
  /** Width of the column, in sizes of a name. */
  readonly width: number
  readonly isTight: boolean
  /** The common shrink factor of the names; no name is larger than that. */
  readonly even: number
}

/** The due time, on a line of its own: beside the rest it would be too small, or cut. */
function Due({
  person: { timeLeft: left, plannedMinutes },
  now,
  width,
}: Pick<PersonProps, 'person' | 'now' | 'width'>) {
  const due = dueBack({ left, plannedMinutes }, now)
  if (!due) return null
  const at = timeWithDay(due.at, now)
  const over = due.over === null ? null : `over by ${duration(due.over)}`
  // `MM` stands for the mark before the words, which is as wide as two letters.
  const shrink = lineFit(over === null ? `due back ${at}` : `MM${over}`, width / EM.dueText)
  return (
    <span className={classes.due} style={{ '--shrink': shrink }}>
      {over === null ? (
        <>
          due back <time dateTime={due.at}>{at}</time>
        </>
      ) : (
        <StatusMark status="overdue" word={over} />
      )}
    </span>
  )
}

interface DetailsProps extends Pick<PersonProps, 'person' | 'now'> {
  readonly fit: ReturnType<typeof rowFit>['details']
}

/** Says why, since when and for how long the person is away. */
function Details({ person: { breakType, timeLeft }, now, fit: { typeLines, shrink } }: DetailsProps) {
  const since = timeLeft && sinceOf(timeLeft, now)
  return (
    <span
      className={classes.what}
      data-apart={typeLines > 0 || undefined}
      style={{ '--shrink': shrink, '--lines': typeLines }}
    >
      <span className={classes.type}>{breakType}</span>
      {since && (
        <span className={classes.when}>
          <span className={classes.dot}> · </span>
          <time dateTime={timeLeft}>{since.at}</time>
          {since.ago && ` · ${since.ago}`}
        </span>
      )}
    </span>
  )
}

function Person({ person, now, width, isTight, even }: PersonProps) {
  const { name, details, height } = rowFit(person, width, isTight)
  return (
    <li className={classes.person} style={{ '--height': height }}>
      <span
        className={classes.name}
        data-lines={name.lines > 1 ? name.lines : undefined}
        style={{ '--fit': name.shrink, '--shrink': Math.min(name.shrink, even), '--lines': name.lines }}
      >
        {person.userName}
      </span>
      <Details person={person} now={now} fit={details} />
      <Due person={person} now={now} width={width} />
    </li>
  )
}

function Heading({ department, width }: { department: string; width: number }) {
  const { lines, shrink, isBroken } = headingFit(department, width / EM.headingText)
  return (
    <h2
      className={classes.department}
      data-lines={lines > 1 ? lines : undefined}
      data-broken={isBroken || undefined}
      style={{ '--shrink': shrink }}
    >
      {department}
    </h2>
  )
}

interface ColumnsProps extends Pick<PersonProps, 'width' | 'isTight'> {
  /** There are several pages, so the letters are as small as they may be already. */
  readonly isLeast: boolean
  readonly columns: readonly Column<LiveMessage>[]
}

function Columns({ columns, width, isTight, isLeast }: ColumnsProps) {
  const now = useTick(TEN_SECONDS_MS)
  const even = useMemo(() => {
    const people = columns.flatMap((column) => column.flatMap((group) => group.people))
    return isLeast ? 1 : evenShrink(people, width, isTight)
  }, [columns, width, isTight, isLeast])
  return columns.map((column) => (
    <div key={column[0]?.people[0]?.userId} className={classes.column}>
      {column.map(({ department, people }) => (
        <section key={people[0]?.userId} className={classes.group} aria-label={department || undefined}>
          <Heading department={department} width={width} />
          <ul className={classes.people}>
            {people.map((person) => (
              <Person key={person.userId} {...{ person, now, width, isTight, even }} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  ))
}

function List({ people }: { people: readonly LiveMessage[] }) {
  const { ref, width, height } = useElementSize()
  const now = useTick(MINUTE_MS / 4)
  const groups = useMemo(() => awayByDepartment(people), [people])
  const box = width && height ? { width, height } : USUAL
  const { size, across, isTight, pages } = useMemo(
    () =>
      layOut(
        groups,
        { width: box.width, height: box.height },
        { width: window.innerWidth, height: window.innerHeight },
        rowFit,
      ),
    [groups, box.width, box.height],
  )
  const page = usePage(now, pages.length)
  return (
    <>
      <div ref={ref} key={page} className={classes.columns} style={{ '--size': `${size}px`, '--columns': across }}>
        <Columns
          columns={pages[page] ?? []}
          width={columnWidth(box.width, across, size)}
          isTight={isTight}
          isLeast={pages.length > 1}
        />
      </div>
      {pages.length > 1 && (
        <p className={classes.pages}>
          {page + 1} of {pages.length}
        </p>
      )}
    </>
  )
}

/** Says since when nothing has been heard from the portal. */
function Lost({ board: { heardAt, isKept } }: { board: WallBoard }) {
  const now = useTick(TEN_SECONDS_MS)
  const isFresh = freshnessAt(now, heardAt) === 'fresh' && !isKept
  return (
    <p className={classes.lost} role="status">
      {!isFresh && <>No connection since {timeWithDay(new Date(heardAt).toISOString(), now)}</>}
    </p>
  )
}

function Nobody({ hasPeople }: { hasPeople: boolean }) {
  return <p className={classes.nobody}>{hasPeople ? 'Everybody is here.' : 'Nobody is on the board yet.'}</p>
}

export function Wall({ board }: { board: WallBoard }) {
  const { people, heardAt, isKept } = board
  const isStale = freshnessAt(useTick(MINUTE_MS / 4), heardAt) === 'stale' || isKept
  if (!people)
    return (
      <>
        <header className={classes.head}>
          <h1 className={classes.count}>On Break</h1>
          <Lost board={board} />
          <WallClock />
        </header>
        <p className={classes.nobody} data-stale={isStale || undefined}>
          Waiting for the board…
        </p>
      </>
    )
  const away = people.filter(({ status }) => !status).length
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.count} data-long={away > 99 || undefined} style={{ '--digits': String(away).length }}>
          <strong className={classes.figure} data-stale={isStale || undefined}>
            {away}
          </strong>{' '}
          away
        </h1>
        <Lost board={board} />
        <WallClock />
      </header>
      <div className={classes.body} data-stale={isStale || undefined}>
        {away > 0 ? <List people={people} /> : <Nobody hasPeople={people.length > 0} />}
      </div>
    </>
  )
}
