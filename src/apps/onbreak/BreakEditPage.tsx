/** The page where a board admin changes another person's status (spec §2 `/app/onbreak/{id}/edit`). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PathId } from '#contract/values.ts'
import { useConnection } from '#src/api/connection.ts'
import { Unreachable } from '#src/api/problem.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { SubPage } from '#src/screen/SubPage.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import classes from './BreakEditPage.module.css'
import type { BoardSearch } from './board-search.ts'
import { setBreak } from './changes.ts'
import { board, breakOf } from './queries.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { useLiveBoard } from './use-live-board.ts'
import { infoToShow, useStatus } from './use-status.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search params of the board that the status was opened from, to return to it as it was. */
    board?: BoardSearch
  }
}

const route = getRouteApi('/_in/app/onbreak/$id/edit')

const EDIT = 'Edit Status'
const UNKNOWN = 'This person is not on the board.'
const NEEDS_NETWORK = 'This status was never opened on this device, so it needs the network.'

function Frame({ title = EDIT, children }: { title?: string | undefined; children: ReactNode }) {
  const search = useLocation({ select: ({ state }) => state.board })
  return (
    <div className={classes.page}>
      <SubPage
        title={title}
        inWindow={title === EDIT ? EDIT : `${title} · ${EDIT}`}
        here={EDIT}
        parent={
          <Link to="/app/onbreak" search={search ?? {}}>
            On Break
          </Link>
        }
      >
        {children}
      </SubPage>
    </div>
  )
}

function OneStatus({ id }: { id: number }) {
  useLiveBoard()
  const { online } = useConnection()
  const answer = useQuery(breakOf(id))
  const { data: rows } = useQuery(board)
  const live = rows?.find(({ userId }) => userId === id)
  const { error } = answer
  const info = infoToShow(answer, live)
  const status = useStatus(info, live)
  const isOutOfReach = !info && (!online || error instanceof Unreachable)
  return (
    <Frame title={info?.userName}>
      {isOutOfReach ? (
        <EmptyState drawing="cloud">{NEEDS_NETWORK}</EmptyState>
      ) : error && !info ? (
        <ErrorAlert error={error} />
      ) : (
        <div className={classes.card}>
          {status ? <StatusPanel key={id} {...status} who="They're" onChange={setBreak} /> : <Loading />}
        </div>
      )}
    </Frame>
  )
}

const UnknownUser = () => (
  <Frame>
    <ErrorAlert error={UNKNOWN} />
  </Frame>
)

export function BreakEditPage() {
  const id = PathId.safeParse(route.useParams().id).data
  return id ? <OneStatus key={id} id={id} /> : <UnknownUser />
}
