/** The weekly mood reports: one's own form, and the views for leaders (spec §2 Mood report). */
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMe } from '#src/api/session.ts'
import { Page } from '#src/screen/Page.tsx'
import { HomeView } from './HomeView.tsx'
import classes from './MoodPage.module.css'
import { moodSearch } from './mood-search.ts'
import { ReportsView } from './ReportsView.tsx'
import { menuOf } from './scopes.ts'

const route = getRouteApi('/_in/app/mood-report')

export function MoodPage() {
  const me = useMe()
  const search = route.useSearch({ select: moodSearch, structuralSharing: true })
  const items = menuOf(me)
  const shown = items.find(({ view }) => view === search.view)
  const here = shown?.view
  const menu = items.length > 1 && (
    <nav className={classes.menu} aria-label="Mood Report">
      {items.map(({ title, view }) => (
        <Link
          key={title}
          to="/app/mood-report"
          search={view ? { view } : {}}
          className={classes.item}
          activeOptions={{ exact: true }}
          aria-current={view === here ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
  return (
    <Page title="Mood Report" inWindow={here && `${shown?.title} · Mood Report`} aside={menu}>
      {here ? <ReportsView key={here} view={here} /> : <HomeView />}
    </Page>
  )
}
