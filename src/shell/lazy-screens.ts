/**
 * The signed-in frame and the sign-in page, each in a chunk of its own. `preload` fetches the chunk, so that the first
 * render has it.
 */
import { lazyRouteComponent } from '@tanstack/react-router'
import { lazyPart } from '#src/ui/lazy-code.tsx'
import { ScreenLoading } from './ScreenLoading.tsx'

export const Frame = lazyRouteComponent(() => import('./Frame.tsx'), 'Frame')

export const SignInPage = lazyPart(
  () => import('#src/apps/accounts/SignInPage.tsx').then((m) => m.SignInPage),
  ScreenLoading,
)
