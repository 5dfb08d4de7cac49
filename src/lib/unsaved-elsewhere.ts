/** What is unsaved in the other tabs and windows of this browser: to sign out in one of them ends all. */
import { hasUnsaved } from './unsaved.ts'

const CHANNEL = 'portal.unsaved'
const [ASKED, YES] = ['asked', 'yes']
/** A tab that is awake answers within a few milliseconds; who signs out waits for none that sleeps. */
const PATIENCE_MS = 150

/** Null in a browser that forbids it, which then asks nobody. */
function openChannel(onWord: (word: unknown) => void): BroadcastChannel | null {
  if (!('BroadcastChannel' in globalThis)) return null
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => onWord(data)
  return channel
}

/** Answers the tabs that ask, for as long as this one is signed in; answers how to stop. */
export function answerOtherTabs(): () => void {
  const channel = openChannel((word) => {
    if (word === ASKED && hasUnsaved()) channel?.postMessage(YES)
  })
  return () => channel?.close()
}

/** Whether another tab says within a moment that it holds something unsaved. */
export async function isUnsavedElsewhere(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (is: boolean) => {
      channel?.close()
      resolve(is)
    }
    const channel = openChannel((word) => word === YES && end(true))
    if (!channel) return resolve(false)
    channel.postMessage(ASKED)
    setTimeout(end, PATIENCE_MS, false)
  })
}
