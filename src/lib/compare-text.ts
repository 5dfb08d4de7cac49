let collator: Intl.Collator | undefined

/** Names and words in the order in which the reader's language has them, `2` before `10`. Made at the first use: it loads the browser's tables. */
export function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return collator.compare(a, b)
}
