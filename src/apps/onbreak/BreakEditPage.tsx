/** Another's status, changed by a board admin (spec §2 `/app/onbreak/{id}/edit`). */
import { Breadcrumbs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Page } from '#src/shell/Page.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import classes from './BreakEditPage.module.css'
import { setBreak } from './changes.ts'
import { board, breakOf } from './queries.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { useLiveBoard } from './use-live-board.ts'
import { useStatus } from './use-status.ts'

const route = getRouteApi('/_in/app/onbreak/$id/edit')

export function BreakEditPage() {
  useLiveBoard()
  const id = Number(route.useParams().id)
  const { data, error } = useQuery(breakOf(id))
  const { data: rows } = useQuery(board)
  const status = useStatus(
    data,
    rows?.find(({ userId }) => userId === id),
  )
  return (
    <div className={classes.page}>
      <Page
        title={data?.userName ?? 'Edit status'}
        breadcrumb={
          <Breadcrumbs mb="xs" component="nav" aria-label="Breadcrumb">
            <Link to="/app/onbreak">On Break</Link>
            <span>Edit status</span>
          </Breadcrumbs>
        }
      >
        <div className={classes.card}>
          {status ? (
            <StatusPanel {...status} who="They're" onChange={setBreak} />
          ) : error && !data ? (
            <ErrorAlert error={error} />
          ) : (
            <Loading />
          )}
        </div>
      </Page>
    </div>
  )
}
