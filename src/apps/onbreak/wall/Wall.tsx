/** Who is away, readable from five metres (look.md “Wall”). It is looked at and never touched: there is nothing to press. */
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, useMemo } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { duration } from '#src/lib/duration.ts'
import { calendarDay, clockTime } from '#src/lib/time.ts'
import { awayByDepartment } from './groups.ts'
import { type Column, layOut } from './layout.ts'
import type { WallBoard } from './use-wall-board.ts'
import classes from './Wall.module.css'
import { freshnessAt, pageAt, useTick } from './wall-time.ts'

const MINUTE_MS = 60_000
const TEN_SECONDS_MS = 10_000
/** Until the first measurement. */
const USUAL = { width: 1920, height: 760 }

export function WallClock() {
  const now = new Date(useTick(MINUTE_MS)).toISOString()
  return (
    <div className={classes.clock}>
      <time dateTime={now} className={classes.time}>
        {clockTime(now)}
      </time>
      <span className={classes.day}>{calendarDay(now)}</span>
    </div>
  )
}

function Person({ person: { userName, breakType, timeLeft }, now }: { person: LiveMessage; now: number }) {
  return (
    <li className={classes.person}>
      <span className={classes.name}>{userName}</span>
      <span className={classes.what}>
        <span className={classes.type}>{breakType}</span>
        {timeLeft && (
          <>
            <span className={classes.left}>
              {' · '}
              <time dateTime={timeLeft}>{clockTime(timeLeft)}</time>
            </span>
            <span className={classes.ago}>
              {' · '}
              {duration(now - Date.parse(timeLeft))}
            </span>
          </>
        )}
      </span>
    </li>
  )
}

function Columns({ columns }: { columns: readonly Column<LiveMessage>[] }) {
  const now = useTick(TEN_SECONDS_MS)
  return columns.map((column) => (
    <div key={column[0]?.people[0]?.userId} className={classes.column}>
      {column.map(({ department, people }) => (
        <section key={people[0]?.userId} className={classes.group} aria-label={department || undefined}>
          <h2 className={classes.department}>{department}</h2>
          <ul className={classes.people}>
            {people.map((person) => (
              <Person key={person.userId} person={person} now={now} />
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
  const { size, pages } = useMemo(() => {
    const box = width && height ? { width, height } : USUAL
    return layOut(groups, box, { width: window.innerWidth, height: window.innerHeight })
  }, [groups, width, height])
  const page = pageAt(now, pages.length)
  const columns = pages[page] ?? []
  return (
    <>
      <div
        ref={ref}
        key={page}
        className={classes.columns}
        style={{ '--size': `${size}px`, '--columns': Math.max(1, columns.length) } as CSSProperties}
      >
        <Columns columns={columns} />
      </div>
      {pages.length > 1 && (
        <p className={classes.pages}>
          {page + 1} of {pages.length}
        </p>
      )}
    </>
  )
}

function Freshness({ heardAt }: { heardAt: number }) {
  const now = useTick(TEN_SECONDS_MS)
  if (freshnessAt(now, heardAt) === 'fresh') return null
  return <>No connection since {clockTime(new Date(heardAt).toISOString())}</>
}

function Nobody({ hasPeople }: { hasPeople: boolean }) {
  return <p className={classes.nobody}>{hasPeople ? 'Everybody is here.' : 'Nobody is on the board yet.'}</p>
}

export function Wall({ board: { people, heardAt } }: { board: WallBoard }) {
  const isStale = freshnessAt(useTick(MINUTE_MS / 4), heardAt) === 'stale'
  if (!people)
    return (
      <>
        <header className={classes.head}>
          <h1 className={classes.count}>On Break</h1>
          <WallClock />
        </header>
        <p className={classes.nobody}>Waiting for the board…</p>
      </>
    )
  const away = people.filter(({ status }) => !status).length
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.count}>
          <strong className={classes.figure} data-stale={isStale || undefined}>
            {away}
          </strong>{' '}
          away
        </h1>
        <p className={classes.lost} role="status">
          <Freshness heardAt={heardAt} />
        </p>
        <WallClock />
      </header>
      <div className={classes.body} data-stale={isStale || undefined}>
        {away > 0 ? <List people={people} /> : <Nobody hasPeople={people.length > 0} />}
      </div>
    </>
  )
}
