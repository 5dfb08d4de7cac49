/** The signed-in frame around a screen; at `/` sign-in itself for whoever is not (wire.md §4). */
import { lazy, Suspense } from 'react'
import { useSession } from '#src/api/session.ts'
import { Frame } from './lazy-frame.ts'
import { ScreenLoading } from './ScreenLoading.tsx'

const SignInPage = lazy(() => import('#src/apps/accounts/SignInPage.tsx').then((m) => ({ default: m.SignInPage })))

export function SignedIn() {
  const me = useSession()
  return <Suspense fallback={<ScreenLoading />}>{me ? <Frame /> : <SignInPage />}</Suspense>
}
