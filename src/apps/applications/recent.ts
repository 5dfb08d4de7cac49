/** The apps that this person opened last on this device. They stay on the device, and are deleted at sign-out. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '#src/api/query-client.ts'

const MOST = 6
const queryKey = ['recent apps'] as const
const held = () => queryClient.getQueryData<readonly string[]>(queryKey) ?? []

/** The slugs of the apps, the most recent one first. */
export const recentApps = queryOptions({
  queryKey,
  queryFn: held,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { persist: true, boot: true },
})

/** Remembers the app of the current address. */
export function useRecentApps(): void {
  const { isSuccess } = useQuery(recentApps)
  const { pathname } = useLocation()
  const [, slug] = /^\/app\/([^/]+)/.exec(pathname) ?? []
  useEffect(() => {
    if (!isSuccess || !slug || held()[0] === slug) return
    queryClient.setQueryData(queryKey, [slug, ...held().filter((each) => each !== slug)].slice(0, MOST))
  }, [isSuccess, slug])
}
