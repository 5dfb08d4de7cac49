/** Announces how many rows a filter left: `1 person`, `1,000 people`. */
import { countText } from './count-text.ts'
import { useSaid } from './use-said.ts'

/** Announces the count after each change of the filter. `count`: undefined until it is known. */
export function useSaidCount(count: number | undefined, filter: unknown, one: string, many: string): void {
  const words = count && `${countText(count)} ${count === 1 ? one : many}`
  useSaid(words === 0 ? '' : words, filter)
}
