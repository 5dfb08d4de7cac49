/** Which release note is about a version of the portal. Pure. */

/** The newest one whose title names exactly this version: `1.2.3` is neither in `1.2.30` nor in `11.2.3` nor in `1.2.3-beta`. */
export function noteOf<Note extends { readonly title: string }>(version: string, notes: readonly Note[]): Note | null {
  const literal = version.replace(/[^\w]/g, '\\$&')
  const named = new RegExp(`(?<![\\w.+-])v?${literal}(?![\\w+-]|\\.\\w)`, 'i')
  return notes.find(({ title }) => named.test(title)) ?? null
}
