/** A column that is 0 or 1, a flag: SQLite has no booleans. */
export type Bit = number

/** Returns a flag as its column stores it. */
export const bit = (flag: boolean): Bit => (flag ? 1 : 0)
