/** What the worker could not tell the server of a changed push subscription, it is asked to tell once there is a line. */
import { useEffect } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { TELL_PUSH, UNTOLD } from '#src/lib/push-words.ts'

async function remind(): Promise<void> {
  if (await caches.has(UNTOLD)) navigator.serviceWorker.controller?.postMessage({ type: TELL_PUSH })
}

export function usePushReminder(): void {
  const { online } = useConnection()
  useEffect(() => {
    // Where there is no worker there is nothing to remind of.
    if (online) remind().catch(() => {})
  }, [online])
}
