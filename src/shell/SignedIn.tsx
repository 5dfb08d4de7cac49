/** The signed-in frame around a screen; at `/` sign-in itself for whoever is not (wire.md §4). */
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { session, useSession } from '#src/api/session.ts'
import { Frame, SignInPage } from './lazy-screens.ts'
import { ScreenLoading } from './ScreenLoading.tsx'

export function SignedIn() {
  const me = useSession()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  if (!me && (session.hasLeft() || !isHome)) return <ScreenLoading /> // The guard leads to /login (routes/_in.tsx).
  // Each person's own: what somebody has typed is not left standing for whoever comes after them in another tab.
  return <Suspense fallback={<ScreenLoading />}>{me ? <Frame key={me._id} /> : <SignInPage />}</Suspense>
}
