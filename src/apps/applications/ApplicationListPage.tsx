/** The catalogue for admins: one page, with edit and delete per row and a create button (spec §2 Application list). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Application, createApplication, deleteApplication } from '#contract/apps/applications.ts'
import { send } from '#src/api/call.ts'
import { useConnection } from '#src/api/connection.ts'
import { keepUnlessEmpty } from '#src/api/keep-unless-empty.ts'
import { queryClient } from '#src/api/query-client.ts'
import { sendDeletion } from '#src/api/send-deletion.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { CreateButton } from '#src/screen/CreateButton.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { focusTitle, Page } from '#src/screen/Page.tsx'
import { useIsCurrentScreen } from '#src/screen/use-is-current-screen.ts'
import { useSaved } from '#src/screen/use-saved.ts'
import card from '#src/ui/Card.module.css'
import { removeFromList } from '#src/ui/remove-from-list.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import classes from './ApplicationListPage.module.css'
import { AppSearch } from './AppSearch.tsx'
import { applicationColumns } from './application-columns.tsx'
import { homeSearch } from './home-search.ts'
import { PageLinks } from './PageLinks.tsx'
import { applications, type HomeSearch } from './queries.ts'
import { useSearchText } from './use-search-text.ts'

const route = getRouteApi('/_in/frontend-admin/applicationlist')

/** Holds the typed text itself, so that the list does not render again with each key. */
function Search({ keyword }: { keyword: string }) {
  const navigate = route.useNavigate()
  const [text, setText] = useSearchText(keyword)
  return (
    <AppSearch
      className={classes.search}
      text={text}
      onText={setText}
      onSearch={(search) => void navigate({ search })}
      isQuiet
    />
  )
}

function NewApplication({ onFailure }: { onFailure: (problem: unknown) => void }) {
  const navigate = useNavigate()
  const router = useRouter()
  const isHere = useIsCurrentScreen()
  async function open({ _id }: Pick<Application, '_id'>): Promise<void> {
    const screen = { to: '/frontend-admin/application/$id/edit', params: { id: String(_id) } } as const
    // Loads the code first: until then the address would be the form's while the fields are still those of this list.
    await router.preloadRoute(screen)
    if (isHere()) await navigate(screen)
  }
  return (
    <CreateButton
      name="Create Application"
      create={(headers) => send(createApplication, { headers })}
      open={open}
      onFailure={onFailure}
    />
  )
}

export function ApplicationListPage() {
  const { online } = useConnection()
  const search = route.useSearch({ select: homeSearch, structuralSharing: true })
  const { data, error, isPlaceholderData } = useQuery({
    ...applications.page(search),
    placeholderData: keepUnlessEmpty(({ applications }) => applications),
  })
  const onPage = data && data.pages > 1 ? ' on this page' : ''
  const count = isPlaceholderData ? undefined : data?.applications.length
  useCountAnnouncement(count, search.keyword ?? '', `application${onPage}`, `applications${onPage}`)
  const [failure, setFailure] = useState<unknown>(null)
  const saved = useSaved()
  /** Search params of the list that an application was deleted from just now. */
  const [shorter, setShorter] = useState<HomeSearch>()

  const sentence = shorter === search ? 'The application was deleted.' : saved.sentence

  const remove = ({ _id }: Application) =>
    removeFromList({
      send: () => sendDeletion(deleteApplication, _id),
      onDone: () => setShorter(search),
      onFailure: setFailure,
      refresh: () => queryClient.invalidateQueries({ queryKey: applications.key }),
      focusAbove: focusTitle,
    })

  return (
    <Page title="Applications" aside={<NewApplication onFailure={setFailure} />}>
      <div className={card.above}>
        <ErrorAlert error={failure} />
      </div>
      <div className={classes.list}>
        <div className={classes.head}>
          <Search keyword={search.keyword ?? ''} />
          <p className="quiet" role="status">
            {online ? sentence : 'You are offline. Applications can be changed once the portal is back.'}
          </p>
        </div>
        {data ? (
          <DataTable
            label="Applications"
            columns={applicationColumns({ search, online, onDelete: remove })}
            rows={data.applications}
            rowKey={({ _id }) => _id}
            marked={saved.id}
            empty={search.keyword ? `No apps match “${search.keyword}”.` : 'There are no applications yet.'}
          />
        ) : (
          <NotLoaded error={error} />
        )}
      </div>
      {data && (
        <PageLinks to="/frontend-admin/applicationlist" page={data.page} pages={data.pages} keyword={search.keyword} />
      )}
    </Page>
  )
}
