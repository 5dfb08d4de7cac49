/** What the screens ask of the outbox: what a person does with their own changes, and what it notes for the worker. */
import { engine } from './load-engine.ts'
import type { Row } from './row.ts'

/** If the store fails, the row stays in sight, which says enough. */
const quietly = (action: 'discard' | 'dismiss') => (row: Row) =>
  engine()
    .then((outbox) => outbox[action](row))
    .catch(() => {})

export const discard = quietly('discard')
/** Marks the note on a partly accepted change as read. */
export const dismiss = quietly('dismiss')
/** Sends a waiting row at once, however old it is. */
export const sendAgain = async (row: Row): Promise<void> => (await engine()).sendAgain(row)
/** Makes a refused change once more, as of now. */
export const repeat = async (row: Row): Promise<void> => (await engine()).repeat(row)

/** Notes how many tasks are overdue, for the worker, which sets the number on the app's icon while no page is open. */
export const noteOverdue = async (count: number): Promise<void> => (await engine()).noteOverdue(count)
