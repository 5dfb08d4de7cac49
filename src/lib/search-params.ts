/** What the readers of addresses share: what makes no sense is left out. Pure. */

/** What of these is there: an address names nothing that is not. */
type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** The params in this order, but for those that are undefined. */
export const given = <T extends object>(params: T): Given<T> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Given<T>

/** A whole number above 0: an id, or a page. */
export function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** None where it is empty: an address does not say what nobody has asked for. */
export const someText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Undefined for whatever else an address says. */
export const oneOf = <const T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

/** An order says its direction only where it is not the usual one. */
export const ordered = <T extends string>(sort: T | undefined, dir: unknown) =>
  given({ sort, dir: sort && oneOf(['desc'], dir) })
