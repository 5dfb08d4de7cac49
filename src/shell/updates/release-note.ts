/** Finds the release note about a version of the portal. Pure. */

/**
 * Returns the newest note whose title names exactly this version, or null: `1.2.3` matches neither `1.2.30` nor
 * `11.2.3` nor `1.2.3-beta`.
 */
export function releaseNoteOf<Note extends { readonly title: string }>(
  version: string,
  notes: readonly Note[],
): Note | null {
  const literal = version.replace(/[^\w]/g, '\\$&')
  const named = new RegExp(`(?<![\\w.+-])v?${literal}(?![\\w+-]|\\.\\w)`, 'i')
  return notes.find(({ title }) => named.test(title)) ?? null
}
