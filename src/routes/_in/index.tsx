import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { moodWriter } from '#contract/who.ts'
import { queryClient } from '#src/api/query-client.ts'
import { callerOf, session, useMe } from '#src/api/session.ts'
import { HomePage } from '#src/apps/applications/HomePage.tsx'
import { homeSearch } from '#src/apps/applications/home-search.ts'
import { applications } from '#src/apps/applications/queries.ts'

const MoodReminder = lazy(() => import('#src/apps/mood/Reminder.tsx').then((m) => ({ default: m.Reminder })))
const myTasks = () => import('#src/apps/checklist/MyTasks.tsx')
const MyTasks = lazy(() => myTasks().then((m) => ({ default: m.MyTasks })))
const MyTasksNotice = lazy(() => myTasks().then((m) => ({ default: m.MyTasksNotice })))

function Home() {
  const mayReport = moodWriter.allows(callerOf(useMe()), {}) === true
  return (
    <HomePage
      notice={
        <Suspense>
          <MyTasksNotice />
        </Suspense>
      }
      below={
        <>
          <Suspense>
            <MyTasks />
          </Suspense>
          <Suspense>{mayReport && <MoodReminder />}</Suspense>
        </>
      }
    />
  )
}

export const Route = createFileRoute('/_in/')({
  validateSearch: homeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (session.get()?.permissions.changed_password) void queryClient.prefetchQuery(applications.page(deps))
  },
  component: Home,
})
