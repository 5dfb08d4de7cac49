/** Recognizes Safari on phones and tablets, which lets people install and notify in its own way. */

/** An iPad identifies as a Mac, but no Mac has a touch screen. */
const isTablet = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1

/** Whether this is Safari on a phone or tablet, not installed: it has no prompt, people install by the share menu. */
export const isPhoneSafari = () =>
  'standalone' in navigator && navigator.standalone === false && (/iPhone|iPad/.test(navigator.userAgent) || isTablet())
