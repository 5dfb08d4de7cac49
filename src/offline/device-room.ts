/** Whether this device has no room to send: what is sent is noted on disk first, so that each change goes out once. */
import { listeners } from '#src/lib/listeners.ts'

let isFull = false
const changes = listeners()

/** Whether the last try to send found the device full. What waits is kept, and tried again every 15 s. */
export const isDeviceFull = (): boolean => isFull
export const onDeviceFull = changes.listen

/** Notes what the last try to send has found. */
export function noteDeviceFull(now: boolean): void {
  if (isFull === now) return
  isFull = now
  changes.notify()
}
