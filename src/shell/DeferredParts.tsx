/** The parts that a screen does not need for its first render: tips, the app badge and several watchers. */
import { type ReactNode, useEffect } from 'react'
import { forgetOldDrafts } from '#src/offline/old-drafts.ts'
import { Tips } from '#src/ui/Tips.tsx'
import { AppBadge } from './AppBadge.tsx'
import { printInLightScheme } from './print-scheme.ts'
import { watchRepeatedPresses } from './repeated-presses.ts'
import { usePushReminder } from './use-push-reminder.ts'
import { watchLongSilence } from './watch-silence.ts'

/** Stands above the screen, so the frame renders it; its code comes with these parts. */
export { RefreshFailure } from './RefreshFailure.tsx'

export function DeferredParts(): ReactNode {
  usePushReminder()
  useEffect(printInLightScheme, [])
  useEffect(watchLongSilence, [])
  useEffect(watchRepeatedPresses, [])
  useEffect(forgetOldDrafts, [])
  return (
    <>
      <Tips />
      <AppBadge />
    </>
  )
}
