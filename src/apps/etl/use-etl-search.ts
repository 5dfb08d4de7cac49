import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type EtlSearch, etlSearch } from './etl-search.ts'

const route = getRouteApi('/_in/app/etl')

type SearchPatch = { readonly [Key in keyof EtlSearch]?: EtlSearch[Key] | undefined }

/** Returns this screen's search parameters, and functions to change them. */
export function useEtlSearch() {
  // The router passes on all parameters of the address; `etlSearch` keeps this screen's own.
  const search = route.useSearch({ select: etlSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const router = useRouter()
  // The patch applies to the address at the time of the navigation, not to the search of this render.
  const change = (patch: SearchPatch) =>
    void navigate({
      search: (before) => etlSearch({ ...before, ...patch }),
      replace: true,
      state: true,
      resetScroll: false,
    })
  return {
    search,
    change,
    /** Navigates with a history entry that the back button undoes. */
    open: (next: EtlSearch) => void navigate({ search: next, resetScroll: false }),
    /** Opens a source or run. The back button closes it, even after others were opened in its place. */
    openDetails(patch: SearchPatch): void {
      const { source, run } = etlSearch(router.state.location.search)
      const isFirst = source === undefined && run === undefined
      void navigate({
        search: (before) => etlSearch({ ...before, ...patch }),
        replace: !isFirst,
        state: isFirst ? { isLook: true } : true,
        resetScroll: false,
      })
    },
    /** Closes the open source or run and returns to the list. */
    closeDetails(): void {
      if (router.history.location.state.isLook) router.history.back()
      else change({ source: undefined, run: undefined })
    },
  }
}
