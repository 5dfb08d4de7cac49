/** The signed-in person's own changes, for components. */
import { useSyncExternalStore } from 'react'
import { type MyChanges, myChanges, onMyChanges } from './my-changes.ts'

export const useMyChanges = (): MyChanges => useSyncExternalStore(onMyChanges, myChanges)
