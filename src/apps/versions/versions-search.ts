/** What of the release notes is in the URL: the one that is opened, where it is not the newest. */
import { given, positive } from '#src/lib/search-params.ts'

export interface VersionsSearch {
  readonly open?: number
}

export const versionsSearch = ({ open }: Record<string, unknown>): VersionsSearch => given({ open: positive(open) })
