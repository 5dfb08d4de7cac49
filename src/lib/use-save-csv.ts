/** For a button that saves a table: `busy` while the table is collected and written; the caller shows the `error`. */
import { useState } from 'react'
import { saveCsv, type Table } from './save-csv.ts'

export function useSaveCsv() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save(name: string, table: () => Table | Promise<Table>): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await saveCsv(await table(), name)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, error }
}
