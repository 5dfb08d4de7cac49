/** Queries of the notification settings: of the server and of the browser. */
import { queryOptions } from '@tanstack/react-query'
import { listDataSources } from '#contract/apps/etl.ts'
import { getNotifications } from '#contract/apps/notifications.ts'
import { send } from '#src/api/call.ts'
import { notificationsKey as key } from '../queries.ts'
import { readBrowserState } from './this-device.ts'

export const notifications = queryOptions({
  queryKey: [...key, 'server'],
  queryFn: ({ signal }) => send(getNotifications, { signal }),
  staleTime: 0,
})

/** The state of this browser; refetched on focus, to show what was changed in the browser's settings meanwhile. */
export const browserState = queryOptions({
  queryKey: [...key, 'here'],
  queryFn: readBrowserState,
  staleTime: 0,
  networkMode: 'always',
  refetchOnWindowFocus: 'always',
})

export const sources = queryOptions({
  queryKey: [...key, 'sources'],
  queryFn: async ({ signal }) => (await send(listDataSources, { signal })).map(({ name }) => name),
  staleTime: 300_000,
})
