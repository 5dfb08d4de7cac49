/**
 * Reads a person's outbox rows for the first frame without Dexie, which would be half of the launch's script: what this
 * device did must be on screen before Dexie is loaded. Only reads.
 */
import { requestDone } from './idb.ts'
import { OUTBOX, type Row, upcast } from './row.ts'

/** Opens the database; null if there is no outbox yet, or if it cannot be opened. */
async function open(): Promise<IDBDatabase | null> {
  const request = indexedDB.open(OUTBOX.database)
  // Only Dexie may create the tables.
  request.onupgradeneeded = () => request.transaction?.abort()
  return requestDone(request).catch(() => null)
}

/** Returns the person's rows, oldest first. Throws if they cannot be read. */
export async function launchRows(userId: number): Promise<readonly Row[]> {
  const database = await open()
  if (!database) return []
  try {
    const table = database.transaction(OUTBOX.table).objectStore(OUTBOX.table)
    const rows: Row[] = await requestDone(table.index('userId').getAll(userId))
    return rows.map(upcast)
  } finally {
    database.close()
  }
}
