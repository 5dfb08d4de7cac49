import type { OutboxDb } from './db.ts'
import type { Row } from './row.ts'

/** The person has read what was said of a change that was made in part. */
export const noteRead = async (db: OutboxDb, { userId, seq }: Row): Promise<void> => {
  const isIt = (row: Row) => row.userId === userId && row.state === 'acked'
  await db.outbox.where('seq').equals(seq).filter(isIt).modify({ detail: null })
}
