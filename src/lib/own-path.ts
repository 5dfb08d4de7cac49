/** Where to go after sign-in: a path of this portal, and never another's (offline.md §3.5). */

/** The page that was asked for before signing in, as the address has it. */
export const askedFor = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {}

/** `target` if it is a path that stays here, else `/`. Browsers read `//` and `/\` as another host. */
export function ownPath(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line ends before they read a URL
  if (/[\u0000-\u001f\\]/.test(target)) return '/'
  return /^\/(login|register)(?![^/?#])/.test(target) ? '/' : target
}
