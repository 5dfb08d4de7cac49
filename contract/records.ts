/** Records: whether an unknown value is one, and those with a closed set of keys, whose type `Object.keys` loses. */

/** Whether a value has fields; a list counts too. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

// Marked as pure, so that the build drops what a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[]

/** Returns a record with the value that `of` gives each key. */
/* @__NO_SIDE_EFFECTS__ */
export const recordOf = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>
