/** The signed-in frame as code of its own; `preload` fetches it, so that the first render finds it there. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const Frame = lazyRouteComponent(() => import('./Frame.tsx'), 'Frame')
