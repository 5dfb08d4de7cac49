/** Links to the pages 1 to `pages`; none if there is only one page (spec §2 Home, §9). */
import { Link } from '@tanstack/react-router'
import { useAnnouncement } from '#src/lib/use-announcement.ts'
import classes from './PageLinks.module.css'

interface PageLinksProps {
  readonly to: '/' | '/frontend-admin/applicationlist'
  readonly page: number
  readonly pages: number
  readonly keyword?: string | undefined
}

export function PageLinks({ to, page, pages, keyword = '' }: PageLinksProps) {
  useAnnouncement(pages < 2 ? '' : `Page ${page} of ${pages}`, page)
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className={classes.pages}>
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <Link
          key={number}
          to={to}
          search={{ keyword, page: number }}
          className={classes.page}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
    </nav>
  )
}
