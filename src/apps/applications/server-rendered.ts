/** The applications that the server renders (spec §2 Home): the page has no screen for them. */
import { BUILT_IN, FULL_PAGE_HARD_IDS } from '#contract/apps/applications.ts'

export const isServerRendered = (slug = ''): boolean =>
  FULL_PAGE_HARD_IDS.some((id) => id !== null && BUILT_IN[id]?.urlslug === slug)

/**
 * Whether the browser loaded `pathname` and got this page instead: the network failed, and loading again would loop.
 */
export function wasAskedOfNetwork(pathname: string): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && new URL(entry.name).pathname === pathname
}
