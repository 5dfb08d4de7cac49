/**
 * Keys of changes of this page that were sent without a note of it in the store. The store may hold one all the same, but
 * it can no longer be taken back on the device alone.
 */
const keys = new Set<string>()

export const noteSentKey = (key: string): void => void keys.add(key)
export const isSentKey = (key: string): boolean => keys.has(key)
