/** Keeps the newer of two states of a record, however each arrived: a record only moves forward (offline.md §2.14). */

/** A record whose revisions the server counts; another server counts none. */
export interface WithRevision {
  readonly rev?: number | undefined
}

/** Whether `next` is older than `held`. Without a `rev`, as from another server, the later arrival counts as newer. */
export const isOlder = (next: WithRevision, held: WithRevision): boolean =>
  next.rev !== undefined && held.rev !== undefined && next.rev < held.rev

/** Returns `next`, unless `held` is newer. */
export const newer = <T extends WithRevision>(next: T, held: T | undefined): T =>
  held && isOlder(next, held) ? held : next

/** Applies a full list: records that are missing in it are removed, and of each other record the newer state is kept. */
export function newerOfEach<T extends WithRevision>(
  held: readonly T[] | undefined,
  next: readonly T[],
  idOf: (record: T) => number,
): T[] {
  const known = new Map(held?.map((record) => [idOf(record), record]))
  return next.map((record) => newer(record, known.get(idOf(record))))
}
