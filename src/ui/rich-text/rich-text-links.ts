/** Which addresses a link in a rich text may have: a complete web address, or a mailbox. */
import { RICH_TEXT } from '#contract/rich-text.ts'

/** Whether the server keeps the address as a link; it removes any other. */
export const isWholeAddress = (address: string): boolean => RICH_TEXT.address.test(address)

/** Returns the complete address for the text typed into the link field; a path is taken as one of this portal. */
export function wholeAddress(typed: string, origin = window.location.origin): string {
  const address = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^:/]+:\d+(?:\/|$)/.test(address)) return address
  if (address.startsWith('//')) return `https:${address}`
  if (address.startsWith('/')) return origin + address
  if (/^[^\s/@]+@[^\s/@]+$/.test(address)) return `mailto:${address}`
  return `https://${address}`
}
