/** How people feel, week by week (spec §2 Mood report). */
import { Page } from '#src/shell/Page.tsx'
import { HomeView } from './HomeView.tsx'

export function MoodPage() {
  return (
    <Page title="Mood Report">
      <HomeView />
    </Page>
  )
}
