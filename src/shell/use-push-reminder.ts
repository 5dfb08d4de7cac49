/**
 * Once online, asks the worker to report a changed push subscription to the server, if it could not do so when the
 * subscription changed.
 */
import { useEffect } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { TELL_PUSH, UNREPORTED_CACHE } from '#src/lib/push-words.ts'

async function remind(): Promise<void> {
  if (await caches.has(UNREPORTED_CACHE)) navigator.serviceWorker.controller?.postMessage({ type: TELL_PUSH })
}

export function usePushReminder(): void {
  const { online } = useConnection()
  useEffect(() => {
    // Fails in browsers without caches or workers, where there is nothing to report.
    if (online) remind().catch(() => {})
  }, [online])
}
