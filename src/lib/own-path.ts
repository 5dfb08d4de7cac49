/** Where to go after sign-in: only ever to a path of this portal (offline.md §3.5). */

/** Reads from the search params the page that was asked for before sign-in. */
export const redirectParam = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {}

/** Returns `target` if it is a path of this portal, otherwise `/`. Browsers read `//` and `/\` as another host. */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends before they read a URL
  if (/[\u0000-\u001f\\]/.test(target)) return '/'
  return /^\/(login|register)(?![^/?#])/.test(target) ? '/' : target
}
