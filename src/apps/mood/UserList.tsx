/** The people who sent reports, by name, each with their reports (spec §2). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { foldForSearch } from '#contract/folded.ts'
import { useMe } from '#src/api/session.ts'
import { compareText } from '#src/lib/compare-text.ts'
import { useCountAnnouncement } from '#src/lib/use-count-announcement.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { type Column, DataTable } from '#src/ui/table/DataTable.tsx'
import { moodSearch } from './mood-search.ts'
import { Pending } from './Pending.tsx'
import { authors } from './queries.ts'
import classes from './ReportsView.module.css'
import { scopeOf, type View } from './scopes.ts'
import { ViewButton } from './ViewButton.tsx'

const route = getRouteApi('/_in/app/mood-report')

interface Person {
  readonly _id: number
  readonly name: string
}

const people: readonly Column<Person>[] = [
  { key: 'name', title: 'Name', phone: 'head', cell: ({ name }) => name },
  {
    key: 'view',
    title: 'Reports',
    phone: 'aside',
    width: '120px',
    cell: ({ _id, name }) => <ViewButton what={name} to={{ user: _id }} />,
  },
]

export function UserList({ view }: { view: View }) {
  const me = useMe()
  const { data, error } = useQuery(authors(scopeOf(view, me)))
  const { name = '' } = route.useSearch({ select: moodSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const shown = useMemo(() => {
    const wanted = foldForSearch(name.trim())
    return data
      ?.filter((person) => foldForSearch(person.name).includes(wanted))
      .toSorted((a, b) => compareText(a.name, b.name))
  }, [data, name])
  useCountAnnouncement(shown?.length, name, 'person', 'people')
  if (!shown) return <Pending error={error} />
  return (
    <section className={classes.list} aria-label="Users">
      <div className={classes.head}>
        <SearchField
          label="Name"
          value={name}
          onSearch={(wanted) =>
            void navigate({ search: (before) => moodSearch({ ...before, name: wanted }), replace: true })
          }
        />
      </div>
      <DataTable
        label="Users"
        columns={people}
        rows={shown}
        rowKey={({ _id }) => _id}
        empty={data?.length === 0 ? 'Nobody has sent a report yet.' : 'Nobody matches.'}
      />
    </section>
  )
}
