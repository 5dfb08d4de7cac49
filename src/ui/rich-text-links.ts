/** Where a link in a rich text may lead: a whole address of the web, or a mailbox. */
import { RICH_TEXT } from '#contract/rich-text.ts'

/** As the server has it: anything else would be taken out there. */
export const isWholeAddress = (address: string): boolean => RICH_TEXT.address.test(address)

/** What somebody types into the link's field, made whole: a path is one of this portal. */
export function wholeAddress(typed: string, origin = window.location.origin): string {
  const address = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[^:/]+:\d+(?:\/|$)/.test(address)) return address
  if (address.startsWith('//')) return `https:${address}`
  if (address.startsWith('/')) return origin + address
  if (/^[^\s/@]+@[^\s/@]+$/.test(address)) return `mailto:${address}`
  return `https://${address}`
}
