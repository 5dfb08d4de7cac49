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

/** A first visit waits for its answer: what stands around that comes meanwhile. */
function fetchRest(me: SessionUser): void {
  for (const code of mayReport(me) ? [myTasks, reminder] : [myTasks]) code().catch(() => {}) // said where it is drawn
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
  // The router hands on what the address has besides.
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
