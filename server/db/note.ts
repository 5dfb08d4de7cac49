/** What is good to know, but nobody's work waits for. */

/** Writes it where that is possible: on a disk that is full, or a database that only reads, what is there can still be seen. */
export async function note(write: { execute(): Promise<unknown> }): Promise<void> {
  await write.execute().catch(() => undefined)
}
