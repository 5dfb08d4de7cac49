/** The URL's search parameter of the release notes: the open note, if it is not the newest. */
import { positive, withoutUndefined } from '#src/lib/search-params.ts'

export interface VersionsSearch {
  readonly open?: number
}

export const versionsSearch = ({ open }: Record<string, unknown>): VersionsSearch =>
  withoutUndefined({ open: positive(open) })
