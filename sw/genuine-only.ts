/**
 * Workbox plugin that caches only genuine files, since they are kept for good under their name: something in between
 * may answer 200 with a page of its own. And while several servers are updated one after the other, one of them may answer
 * with the page of the release before. `files`: the paths of this release's files.
 */
import type { WorkboxPlugin } from 'workbox-core'
import { OWN_PAGE } from '#src/lib/page-and-worker.ts'

const CODE = /\/assets\/[\w.-]+\.(?:js|css)/g

const isOfRelease = (page: string, files: ReadonlySet<string>) =>
  page.includes(OWN_PAGE) && (page.match(CODE) ?? []).every((path) => files.has(path))

export const genuineOnly = (files: ReadonlySet<string>): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status !== 200) return null
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    if (!new URL(request.url).pathname.endsWith('.html')) return isPage ? null : response
    return isPage && isOfRelease(await response.clone().text(), files) ? response : null
  },
})
