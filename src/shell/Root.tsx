/** The outermost frame: the forced password change comes before everything, on every path (spec §2 Route sets). */
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '#src/api/session.ts'
import { ScreenLoading } from './ScreenLoading.tsx'

const SetPasswordPage = lazy(() =>
  import('#src/apps/accounts/SetPasswordPage.tsx').then((m) => ({ default: m.SetPasswordPage })),
)

export function Root() {
  const me = useSession()
  if (me && !me.permissions.changed_password)
    return (
      <Suspense fallback={<ScreenLoading />}>
        <SetPasswordPage key={me._id} me={me} />
      </Suspense>
    )
  return <Outlet />
}
