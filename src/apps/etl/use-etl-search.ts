import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type EtlSearch, etlSearch } from './etl-search.ts'

const route = getRouteApi('/_in/app/etl')

type Part = { readonly [Key in keyof EtlSearch]?: EtlSearch[Key] | undefined }

/** The part of the address that is this screen's, and how to change some of it. */
export function useEtlSearch() {
  // The router hands on what the address has besides.
  const search = route.useSearch({ select: etlSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const router = useRouter()
  // Over what the address will be by then, not over what this render knows of it.
  const change = (part: Part) =>
    void navigate({
      search: (before) => etlSearch({ ...before, ...part }),
      replace: true,
      state: true,
      resetScroll: false,
    })
  return {
    search,
    change,
    /** A step that the back button takes back. */
    open: (next: EtlSearch) => void navigate({ search: next, resetScroll: false }),
    /** Looks into something of the list: the back button closes it, also after others were looked into instead. */
    look(part: Part): void {
      const { source, run } = etlSearch(router.state.location.search)
      const isFirst = source === undefined && run === undefined
      void navigate({
        search: (before) => etlSearch({ ...before, ...part }),
        replace: !isFirst,
        state: isFirst ? { isLook: true } : true,
        resetScroll: false,
      })
    },
    /** Back to the list, wherever one came from. */
    leave(): void {
      if (router.history.location.state.isLook) router.history.back()
      else change({ source: undefined, run: undefined })
    },
  }
}
