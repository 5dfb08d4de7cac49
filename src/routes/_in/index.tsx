import { createFileRoute } from '@tanstack/react-router'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { moodWriter } from '#contract/who.ts'
import { queryClient } from '#src/api/query-client.ts'
import { callerOf, session, useMe } from '#src/api/session.ts'
import { HomePage } from '#src/apps/applications/HomePage.tsx'
import { homeSearch } from '#src/apps/applications/home-search.ts'
import { applications } from '#src/apps/applications/queries.ts'
import { lazyPart } from '#src/ui/lazy-code.tsx'

const reminder = () => import('#src/apps/mood/Reminder.tsx')
const MoodReminder = lazyPart(() => reminder().then((m) => m.Reminder))
const myTasks = () => import('#src/apps/checklist/MyTasks.tsx')
const MyTasks = lazyPart(() => myTasks().then((m) => m.MyTasks))
const MyTasksNotice = lazyPart(() => myTasks().then((m) => m.MyTasksNotice))

const mayReport = (me: SessionUser) => moodWriter.allows(callerOf(me), {}) === true

/** While a first visit waits for the list of applications, loads the code of the page's other parts. */
function fetchRest(me: SessionUser): void {
  for (const code of mayReport(me) ? [myTasks, reminder] : [myTasks]) code().catch(() => {}) // shown where it is drawn
}

function Home() {
  const me = useMe()
  return (
    <HomePage
      notice={<MyTasksNotice />}
      below={
        <>
          <MyTasks />
          {mayReport(me) && <MoodReminder />}
        </>
      }
    />
  )
}

export const Route = createFileRoute('/_in/')({
  validateSearch: homeSearch,
  // Only the known params: the router passes on the others in the address as well.
  loaderDeps: ({ search }) => homeSearch(search),
  loader: ({ deps }) => {
    const me = session.get()
    if (!me?.permissions.changed_password) return
    const first = applications.page(deps)
    if (queryClient.getQueryData(first.queryKey) === undefined) fetchRest(me)
    void queryClient.prefetchQuery(first)
  },
  component: Home,
})
