import { getRouteApi } from '@tanstack/react-router'
import { type EtlSearch, etlSearch } from './etl-search.ts'

const route = getRouteApi('/_in/app/etl')

/** The part of the address that is this screen's, and how to change some of it. */
export function useEtlSearch() {
  // The router hands on what the address has besides.
  const search = route.useSearch({ select: etlSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  return {
    search,
    // Over what the address will be by then, not over what this render knows of it.
    change: (part: { readonly [Key in keyof EtlSearch]?: EtlSearch[Key] | undefined }) =>
      void navigate({ search: (before) => etlSearch({ ...before, ...part }), replace: true, resetScroll: false }),
    /** A step that the back button takes back. */
    open: (next: EtlSearch) => void navigate({ search: next, resetScroll: false }),
  }
}
