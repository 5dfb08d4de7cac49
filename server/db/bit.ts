/** A column that is 0 or 1, a flag: SQLite has no booleans. */
export type Bit = number
