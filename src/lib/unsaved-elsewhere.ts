/**
 * What is unsaved in the other tabs and windows of this browser: to sign out in one of them ends all. They are asked as
 * somebody reaches for it: whoever presses waits for nobody.
 */
import { hasUnsaved } from './unsaved.ts'

const CHANNEL = 'portal.unsaved'
const [ASKED, YES] = ['asked', 'yes']

/** None before the page stands, nor in a browser that knows none: then nobody is asked. */
let channel: BroadcastChannel | null = null
let isThere = false

/** Answers the tabs that ask, and hears theirs; answers how to stop. */
export function hearOtherTabs(): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const mine = new BroadcastChannel(CHANNEL)
  channel = mine
  mine.onmessage = ({ data }) => {
    if (data === YES) isThere = true
    else if (data === ASKED && hasUnsaved()) mine.postMessage(YES)
  }
  return () => {
    mine.close()
    if (channel === mine) channel = null
  }
}

/** They answer within a few milliseconds, those that are awake. */
export function askOtherTabs(): void {
  isThere = false
  channel?.postMessage(ASKED)
}

/** Whether another tab has said, since it was asked last, that it holds something unsaved. */
export const isUnsavedElsewhere = (): boolean => isThere
