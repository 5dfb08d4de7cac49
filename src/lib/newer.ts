/** Of two states of one record the newer stays, whichever way each came: a record only ever moves forward (offline.md §2.14). */

interface Counted {
  readonly rev?: number | undefined
}

/** Without `rev`, as from another server, what comes later is newer. */
export const isOlder = (next: Counted, held: Counted): boolean =>
  next.rev !== undefined && held.rev !== undefined && next.rev < held.rev

/** What came, unless what is held is newer. */
export const newer = <T extends Counted>(next: T, held: T | undefined): T => (held && isOlder(next, held) ? held : next)

/** A full list removes what is missing; of each record the newer stays. */
export function newerOfEach<T extends Counted>(
  held: readonly T[] | undefined,
  next: readonly T[],
  idOf: (record: T) => number,
): T[] {
  const known = new Map(held?.map((record) => [idOf(record), record]))
  return next.map((record) => newer(record, known.get(idOf(record))))
}
