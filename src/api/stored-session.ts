/** Where the session lies on this device (spec §3). */

export const STORED_SESSION = 'userInfo'

/** As it lies there, unchecked; null where there is none. Throws where storage is forbidden, or it is not ours. */
export const storedSession = (): unknown => JSON.parse(localStorage.getItem(STORED_SESSION) ?? 'null')
