/** The audit log, for admins: who signed in, and who changed what about whom. */
import { Button, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AUDIT_KINDS, type AuditEntry } from '#contract/apps/audit.ts'
import { useConnection } from '#src/api/connection.ts'
import { keepUnlessEmpty } from '#src/api/keep-unless-empty.ts'
import { Problem, Unreachable } from '#src/api/problem.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { EmptyState } from '#src/screen/EmptyState.tsx'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { Page } from '#src/screen/Page.tsx'
import card from '#src/ui/Card.module.css'
import { Loading } from '#src/ui/Loading.tsx'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import classes from './AuditPage.module.css'
import { type AuditSearch, auditSearch } from './audit-search.ts'
import { auditColumns } from './columns.tsx'
import { auditPage, auditPeople } from './queries.ts'

const route = getRouteApi('/_in/frontend-admin/audit')

const NEEDS_NETWORK = 'The audit log needs the network. It is not kept on this device.'
const EVERYBODY = 'Everybody'
const NO_LOG = 'This portal has no audit log.'

const kinds = [
  { value: '', label: 'All kinds' },
  ...Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label })),
]

/** Returns the choices of people. A filtered person who was deleted is included, named as in the entries. */
function usePeople(person: number | undefined, entries: readonly AuditEntry[]) {
  const { data = [] } = useQuery(auditPeople)
  return useMemo(() => {
    const people = [
      { value: '', label: EVERYBODY },
      ...data.map(({ _id, name, email }) => ({ value: String(_id), label: `${name} · ${email}` })),
    ]
    if (person === undefined || data.some(({ _id }) => _id === person)) return people
    const former = entries.flatMap(({ actor, subject }) => [actor, subject]).find((each) => each?.id === person)
    return [...people, { value: String(person), label: former ? `${former.name} · ID ${person}` : `ID ${person}` }]
  }, [data, person, entries])
}

interface FiltersProps {
  readonly search: AuditSearch
  readonly entries: readonly AuditEntry[]
  readonly onSearch: (search: Record<string, unknown>) => void
}

function Filters({ search, entries, onSearch }: FiltersProps) {
  const people = usePeople(search.person, entries)
  return (
    <div className={classes.filters}>
      <SearchSelect
        aria-label="Person"
        className={classes.people}
        data={people}
        placeholder={EVERYBODY}
        value={search.person ? String(search.person) : null}
        onChange={(person) => onSearch({ ...search, before: undefined, person })}
        allowDeselect={false}
      />
      <NativeSelect
        aria-label="Kind"
        className={classes.kinds}
        data={kinds}
        value={search.kind ?? ''}
        onChange={(event) => onSearch({ ...search, before: undefined, kind: event.currentTarget.value })}
      />
    </div>
  )
}

interface PagesProps {
  readonly search: AuditSearch
  /** Id of the last entry shown if there are older ones, else null. */
  readonly oldest: number | null
}

function Pages({ search, oldest }: PagesProps) {
  const { before, ...newest } = search
  if (before === undefined && oldest === null) return null
  const leadingTo = (to: AuditSearch) => ({
    variant: 'default',
    renderRoot: (props: Record<string, unknown>) => <Link to="/frontend-admin/audit" search={to} {...props} />,
  })
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {before !== undefined && (
        <Button {...leadingTo(newest)} leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}>
          Newest entries
        </Button>
      )}
      {oldest !== null && (
        <Button
          {...leadingTo({ ...newest, before: oldest })}
          rightSection={<IconArrowRight size={16} stroke={1.5} aria-hidden />}
        >
          Older entries
        </Button>
      )}
    </nav>
  )
}

function emptyText({ person, kind, before }: AuditSearch): string {
  if (before !== undefined) return 'There are no older entries.'
  return person !== undefined || kind !== undefined ? 'No entries match.' : 'Nothing has been logged yet.'
}

const NONE: readonly AuditEntry[] = []

export function AuditPage() {
  const { online } = useConnection()
  // Without `select` the router also passes on unknown params of the URL.
  const search = route.useSearch({ select: auditSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const { data, error, isPlaceholderData } = useQuery({
    ...auditPage(search),
    placeholderData: keepUnlessEmpty(({ entries }) => entries),
  })
  const entries = data?.entries ?? NONE
  const onPage = data?.hasOlder ? ' on this page' : ''
  const count = isPlaceholderData ? undefined : data?.entries.length
  useCountAnnouncement(count, `${search.person} ${search.kind}`, `entry${onPage}`, `entries${onPage}`)
  const isOutOfReach = !data && (!online || error instanceof Unreachable)

  return (
    <Page
      title="Audit Log"
      lead="Who signed in, and who changed users, permissions, departments, apps, break types, displays and keys. Nobody can change an entry."
    >
      {isOutOfReach ? (
        <EmptyState drawing="cloud">{NEEDS_NETWORK}</EmptyState>
      ) : error instanceof Problem && error.status === 404 ? (
        <EmptyState drawing="cloud">{NO_LOG}</EmptyState>
      ) : (
        <>
          <section className={`${card.list} ${classes.list}`} aria-label="Entries">
            <Filters
              search={search}
              entries={entries}
              onSearch={(next) => void navigate({ search: auditSearch(next), resetScroll: false })}
            />
            {error && (
              <div className={classes.error}>
                <ErrorAlert error={error} />
              </div>
            )}
            {data ? (
              <DataTable
                label="Audit Log"
                columns={auditColumns}
                rows={entries}
                rowKey={({ _id }) => _id}
                empty={emptyText(search)}
              />
            ) : (
              !error && <Loading />
            )}
          </section>
          <Pages search={search} oldest={data?.hasOlder ? (entries.at(-1)?._id ?? null) : null} />
        </>
      )}
    </Page>
  )
}
