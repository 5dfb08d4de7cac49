/** The icon at the end of a row, for board admins (spec §2 On Break board). */
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import card from '#src/ui/Card.module.css'

export function EditLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/app/onbreak/$id/edit" params={{ id: String(id) }} aria-label={`Edit ${name}`} className={card.icon}>
      <IconPencil size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
