/** The code of the apps on the home page, before one is opened: a finger gives no hint of where it will go. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { whenIdle } from '#src/lib/when-idle.ts'

/** What most apps share comes by itself: to ask for a dozen files in one turn keeps a finger waiting. */
const SHARED = [() => import('#src/ui/ConfirmDialog.tsx'), () => import('#src/ui/SearchSelect.tsx')]

/**
 * Brings it one app after the other, each once there is nothing else to do. What they show is asked for when they are
 * opened. Also code that is there already is waited for when it is first asked for, behind everything that a press begins.
 */
export function useAppCode(apps: readonly Application[]): void {
  const router = useRouter()
  const slugs = apps.map(({ urlslug }) => urlslug).join('/')
  useEffect(() => {
    let isHere = true
    const ofApp = (slug: string) => () => {
      const [matched] = router.getMatchedRoutes(`/app/${slug}`)
      return Promise.all(matched.map((route) => router.loadRouteChunk(route)))
    }
    async function bring(): Promise<void> {
      for (const code of [...SHARED, ...slugs.split('/').map(ofApp)]) {
        await whenIdle()
        if (!isHere) return
        // Where it cannot be had the app says so itself.
        await code().catch(() => {})
      }
    }
    if (slugs) void bring()
    return () => {
      isHere = false
    }
  }, [router, slugs])
}
