/** What of the release notes is in the URL: the one that is opened, where it is not the newest. */
export interface VersionsSearch {
  readonly open?: number
}

export function versionsSearch(search: Record<string, unknown>): VersionsSearch {
  const open = Number(search.open)
  return Number.isSafeInteger(open) && open > 0 ? { open } : {}
}
