/** Helpers that parse search params; invalid values are left out. Pure. */

/** The same params without undefined: a param without a value is not in the address. */
type WithoutUndefined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Returns the params in the same order, without those that are undefined. */
export const withoutUndefined = <T extends object>(params: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>

/** Parses a positive integer: an id or a page. */
export function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Returns a text, or undefined if it is empty, so that the address has no param without a value. */
export const someText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Returns the value if it is one of `values`, otherwise undefined. */
export const oneOf = <const T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

/** Returns the params of a sort order; the direction is left out if it is the default. */
export const ordered = <T extends string>(sort: T | undefined, dir: unknown) =>
  withoutUndefined({ sort, dir: sort && oneOf(['desc'], dir) })
