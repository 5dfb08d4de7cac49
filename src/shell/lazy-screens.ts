/** The signed-in frame, and what stands there instead, as code of their own; `preload` fetches it, so that the first render finds it there. */
import { lazyRouteComponent } from '@tanstack/react-router'
import { lazyPart } from '#src/ui/lazy-code.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'

export const Frame = lazyRouteComponent(() => import('./Frame.tsx'), 'Frame')

export const SignInPage = lazyPart(
  () => import('#src/apps/accounts/SignInPage.tsx').then((m) => m.SignInPage),
  ScreenLoading,
)
