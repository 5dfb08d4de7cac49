/** Reads a long list page by page, so that it need not fit into memory and other requests are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const PAGE_SIZE = 1_000

/**
 * Yields pages of rows until `most` rows were read or none are left. `read` returns at most `size` rows that follow `last`,
 * the first ones if that is undefined.
 */
export async function* inPages<Row>(
  read: (last: Row | undefined, size: number) => Promise<Row[]>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (let left = most; left > 0; left -= PAGE_SIZE) {
    const size = Math.min(PAGE_SIZE, left)
    const rows = await read(last, size)
    yield rows
    last = rows.at(-1)
    if (rows.length < size) return
    await nextTurn()
  }
}
