/**
 * How many, as its reader writes it: `1,000`. Only from there on by the browser's tables: to load them takes a phone a
 * twentieth of a second, and below they change nothing.
 */
export const countText = (count: number): string => (count < 1_000 ? String(count) : count.toLocaleString())
