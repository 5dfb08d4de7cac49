/** The signed-in person's own changes, for components. */
import { useSyncExternalStore } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { type MyChanges, myChanges, onMyChanges } from './my-changes.ts'

export const useMyChanges = (): MyChanges => useSyncExternalStore(onMyChanges, myChanges)

/** Whether a change can be made now: kept on this device, or else sent at once. */
export function useCanChange(): boolean {
  const { online } = useConnection()
  const { status } = useMyChanges()
  return online || status !== 'broken'
}

/** Shown where no change can be made. */
export const CANNOT_KEEP = 'This device can’t keep changes offline. They can be made once the portal is back.'
