/** Announces how many rows a filter left: `1 person`, `1,000 people`. */
import { countText } from './count-text.ts'
import { useAnnouncement } from './use-announcement.ts'

/** Announces the count after each change of the filter. `count`: undefined until it is known. */
export function useCountAnnouncement(count: number | undefined, filter: unknown, one: string, many: string): void {
  const words = count && `${countText(count)} ${count === 1 ? one : many}`
  useAnnouncement(words === 0 ? '' : words, filter)
}
