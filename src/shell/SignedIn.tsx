/** Renders the signed-in frame around a screen; at `/`, the sign-in page if nobody is signed in (wire.md §4). */
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { session, useSession } from '#src/api/session.ts'
import { Frame, SignInPage } from './lazy-screens.ts'
import { ScreenLoading } from './ScreenLoading.tsx'

export function SignedIn() {
  const me = useSession()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  if (!me && (session.hasLeft() || !isHome)) return <ScreenLoading /> // The guard leads to /login (routes/_in.tsx).
  // Keyed by person: nothing typed by one person stays on the page for the next, who signs in in another tab.
  return <Suspense fallback={<ScreenLoading />}>{me ? <Frame key={me._id} /> : <SignInPage />}</Suspense>
}
