/** Where the session is stored on this device (spec §3). */

/** Storage key of the session. */
export const STORED_SESSION = 'userInfo'

/** Returns the stored session, unchecked; null if there is none. Throws if storage is forbidden or the value is no JSON. */
export const storedSession = (): unknown => JSON.parse(localStorage.getItem(STORED_SESSION) ?? 'null')
