/** The outermost frame: the forced password change comes before everything, on every path (spec §2 Route sets). */
import { Outlet } from '@tanstack/react-router'
import { useSession } from '#src/api/session.ts'
import { lazyPart } from '#src/ui/lazy-code.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'

const SetPasswordPage = lazyPart(
  () => import('#src/apps/accounts/SetPasswordPage.tsx').then((m) => m.SetPasswordPage),
  ScreenLoading,
)

export function Root() {
  const me = useSession()
  if (me && !me.permissions.changed_password) return <SetPasswordPage key={me._id} me={me} />
  return <Outlet />
}
