/** Preloads the code of the apps on the home page: on a touch screen no hover tells which app will be opened. */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Application } from '#contract/apps/applications.ts'
import { whenIdle } from '#src/lib/when-idle.ts'

/** Code that most apps share is loaded first and separately: requesting a dozen files in one task delays input. */
const SHARED = [() => import('#src/ui/ConfirmDialog.tsx'), () => import('#src/ui/SearchSelect.tsx')]

/**
 * Loads the code of one app after the other, each when the browser is idle; their data is fetched when they are opened.
 * This pays off even for code on the device: its first import would wait behind everything that a press begins.
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
        // Failures are ignored: the app reports them when it is opened.
        await code().catch(() => {})
      }
    }
    if (slugs) void bring()
    return () => {
      isHere = false
    }
  }, [router, slugs])
}
