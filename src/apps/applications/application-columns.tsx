/** The columns of the catalogue (spec §2 Application list). */
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Application } from '#contract/apps/applications.ts'
import card from '#src/ui/Card.module.css'
import { DeleteButton } from '#src/ui/DeleteButton.tsx'
import { OnPhone } from '#src/ui/OnPhone.tsx'
import type { Column } from '#src/ui/table/DataTable.tsx'
import classes from './ApplicationListPage.module.css'
import type { HomeSearch } from './queries.ts'

/** Wording prescribed by spec §5. */
const PROMPT = 'Are you sure you want to delete this application?'

interface Actions {
  /** The list's search params, for the way back. */
  readonly search: HomeSearch
  readonly online: boolean
  readonly onDelete: (application: Application) => Promise<void>
}

function RowActions({ application, search, online, onDelete }: Actions & { application: Application }) {
  const { _id, name, hardId } = application
  return (
    <span className={card.rowActions}>
      <Link
        to="/frontend-admin/application/$id/edit"
        params={{ id: String(_id) }}
        state={{ applicationList: search }}
        className={card.icon}
        aria-label={`Edit ${name}`}
        title={`Edit ${name}`}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </Link>
      <DeleteButton
        name={name}
        prompt={PROMPT}
        disabled={!online || hardId !== null}
        title={hardId === null ? undefined : 'Built in: it cannot be deleted.'}
        onDelete={() => onDelete(application)}
      />
    </span>
  )
}

export const applicationColumns = (actions: Actions): readonly Column<Application>[] => [
  { key: 'id', title: 'ID', width: '80px', phone: 'none', cell: ({ _id }) => _id },
  { key: 'name', title: 'NAME', phone: 'head', cell: ({ name }) => name },
  {
    key: 'category',
    title: 'CATEGORY',
    width: '240px',
    cell: ({ _id, category }) => (
      <span className={classes.category}>
        {category}
        <OnPhone>{category ? ` · ID ${_id}` : `ID ${_id}`}</OnPhone>
      </span>
    ),
  },
  {
    key: 'actions',
    title: 'ACTIONS',
    width: '120px',
    phone: 'aside',
    cell: (application) => <RowActions application={application} {...actions} />,
  },
]
