/** The catalogue (spec §2 Application list), as a list of columns. */
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Application } from '#contract/apps/applications.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import type { Column } from '#src/ui/DataTable.tsx'
import classes from './ApplicationListPage.module.css'
import type { HomeSearch } from './queries.ts'

/** Word for word (spec §5). */
const PROMPT = 'Are you sure you want to delete this application?'

interface Actions {
  /** How the list stands: there one comes back to. */
  readonly search: HomeSearch
  readonly online: boolean
  readonly onDelete: (application: Application) => void
}

function RowActions({ application, search, online, onDelete }: Actions & { application: Application }) {
  const { _id, name, hardId } = application
  return (
    <span className={classes.actions}>
      <ActionIcon
        component={Link}
        to={`/frontend-admin/application/${_id}/edit`}
        state={{ applicationList: search }}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Edit ${name}`}
      >
        <IconPencil size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ConfirmButton
        name={name}
        prompt={PROMPT}
        action="Delete"
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-label={`Delete ${name}`}
        disabled={!online || hardId !== null}
        title={hardId === null ? undefined : 'Built in: it cannot be deleted.'}
        onConfirm={() => onDelete(application)}
      >
        Delete
      </ConfirmButton>
    </span>
  )
}

export const applicationColumns = (actions: Actions): readonly Column<Application>[] => [
  { key: 'id', title: 'ID', width: '80px', phone: 'aside', cell: ({ _id }) => _id },
  { key: 'name', title: 'NAME', phone: 'head', cell: ({ name }) => name },
  { key: 'category', title: 'CATEGORY', width: '240px', cell: ({ category }) => category },
  {
    key: 'actions',
    title: 'Actions',
    width: '120px',
    cell: (application) => <RowActions application={application} {...actions} />,
  },
]
