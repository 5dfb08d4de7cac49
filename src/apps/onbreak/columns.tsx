/** The columns of the Employee List (spec §2 On Break board). */
import { compareText } from '#src/lib/compare-text.ts'
import { ClockTime, Elapsed } from '#src/ui/Clock.tsx'
import { StatusMark } from '#src/ui/StatusMark.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import { WaitingMark } from '#src/ui/WaitingMark.tsx'
import classes from './BoardPage.module.css'
import { DueBack, Overdue } from './DueBack.tsx'
import { EditLink } from './EditLink.tsx'
import type { BoardRow } from './use-status.ts'

const name = (a: BoardRow, b: BoardRow) => compareText(a.userName, b.userName) || a.userId - b.userId

/** Keeps away people first in either direction: the type, time and message of the others are empty. */
const byAway = (text: (row: BoardRow) => string): Pick<Column<BoardRow>, 'first' | 'sort'> => ({
  first: ({ status }) => !status,
  sort: (a, b) => compareText(text(a), text(b)) || name(a, b),
})

/** Widths follow the list's own (`cqi`), which is narrower beside one's own status than on a tablet. */
const columns: readonly Column<BoardRow>[] = [
  {
    key: 'status',
    title: 'Status',
    width: 'clamp(98px, 14cqi, 118px)',
    phone: 'aside',
    sort: (a, b) => Number(a.status) - Number(b.status) || name(a, b),
    cell: (row) =>
      row.status ? (
        <StatusMark status="available" />
      ) : (
        <>
          <StatusMark status="away" /> {row.plannedMinutes !== undefined && <Overdue row={row} />}
        </>
      ),
  },
  {
    key: 'employee',
    title: 'Employee',
    width: 'clamp(110px, 18cqi, 200px)',
    phone: 'head',
    sort: name,
    text: ({ userName }) => userName,
    second: (row) => !row.status && row.timeLeft && <Summary row={row} at={row.timeLeft} />,
    cell: (row) => (
      <>
        <bdi className={classes.name}>{row.userName}</bdi>
        {row.isWaiting && (
          <>
            {' '}
            <WaitingMark />
          </>
        )}
      </>
    ),
  },
  {
    key: 'type',
    title: 'Away Type',
    width: 'clamp(112px, 14.5cqi, 120px)',
    phone: 'none',
    ...byAway(({ breakType }) => breakType),
    // Another server may keep the type after somebody is back.
    cell: ({ status, breakType }) => !status && breakType,
  },
  {
    key: 'time',
    title: 'Time Left',
    width: 'clamp(196px, 27cqi, 232px)',
    phone: 'none',
    ...byAway(({ timeLeft }) => timeLeft ?? ''),
    cell: ({ status, timeLeft, plannedMinutes }) =>
      !status && timeLeft && <Left at={timeLeft} plannedMinutes={plannedMinutes} />,
  },
  {
    key: 'message',
    title: 'Message',
    share: '22%',
    phone: 'none',
    ...byAway(({ customMessage }) => customMessage),
    text: ({ status, customMessage }) => (status ? '' : customMessage),
    cell: ({ status, customMessage }) =>
      !status && customMessage && <bdi className={classes.message}>{customMessage}</bdi>,
  },
]

const edit: Column<BoardRow> = {
  key: 'edit',
  title: 'Edit',
  width: 'clamp(56px, 8cqi, 64px)',
  phone: 'aside',
  cell: ({ userId, userName }) => <EditLink id={userId} name={userName} />,
}

export const columnsForAll = columns
export const columnsForAdmins = [...columns, edit]

function Left({ at, plannedMinutes }: { at: string; plannedMinutes: number | undefined }) {
  return (
    <>
      <span className={classes.left}>
        <strong>
          <ClockTime at={at} />
        </strong>
        <span className={classes.ago}>
          for <Elapsed since={at} />
        </span>
      </span>
      {plannedMinutes !== undefined && (
        <span className={classes.due}>
          <DueBack left={at} plannedMinutes={plannedMinutes} />
        </span>
      )}
    </>
  )
}

/**
 * The second line of a card: what the other columns show on a wide screen. `bdi` keeps right-to-left text from moving
 * the other parts.
 */
function Summary({ row, at }: { row: BoardRow; at: string }) {
  return (
    <span className={classes.summary} data-planned={row.plannedMinutes !== undefined || undefined}>
      <span>
        <bdi>{row.breakType}</bdi>
      </span>{' '}
      <span>
        <ClockTime at={at} />
      </span>{' '}
      <span className={classes.elapsed}>
        <Elapsed since={at} />
      </span>{' '}
      {row.plannedMinutes !== undefined && (
        <span>
          <DueBack left={at} plannedMinutes={row.plannedMinutes} />
        </span>
      )}{' '}
      {row.customMessage && (
        <span>
          <bdi>{row.customMessage}</bdi>
        </span>
      )}
    </span>
  )
}
