/** The edit icon at the end of a row, for board admins (spec §2 On Break board). */
import { IconPencil } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import card from '#src/ui/Card.module.css'
import { boardSearch } from './board-search.ts'

export function EditLink({ id, name }: { id: number; name: string }) {
  const router = useRouter()
  return (
    <Link
      to="/app/onbreak/$id/edit"
      params={{ id: String(id) }}
      // Read when the link is followed, so that a new filter does not render the rows again.
      state={(held) => ({ ...held, board: boardSearch(router.state.location.search) })}
      aria-label={`Edit ${name}`}
      title={`Edit ${name}`}
      className={card.icon}
    >
      <IconPencil size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
