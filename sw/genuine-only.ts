/**
 * Workbox plugin that caches only genuine files, since they are kept for good under their name: something in between
 * may answer 200 with a page of its own.
 */
import type { WorkboxPlugin } from 'workbox-core'
import { OWN_PAGE } from '#src/lib/page-and-worker.ts'

export const genuineOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status !== 200) return null
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (!new URL(request.url).pathname.endsWith('.html')) return isPage ? null : response
    return isPage && (await response.clone().text()).includes(OWN_PAGE) ? response : null
  },
}
