/**
 * A person's changes as they lie on the disk, for the first frame: what this device did must stand on the screen before
 * Dexie has been loaded, which would be half of the launch's script. Only reads.
 */
import { requestDone } from './idb.ts'
import { OUTBOX, type Row, upcast } from './row.ts'

/** Null where there is no outbox yet. */
async function open(): Promise<IDBDatabase | null> {
  const request = indexedDB.open(OUTBOX.database)
  // The shape of the database is Dexie's to make.
  request.onupgradeneeded = () => request.transaction?.abort()
  return requestDone(request).catch(() => null)
}

/** Oldest first. Throws where the device cannot be read. */
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
