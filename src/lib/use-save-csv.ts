/** A button that saves a table: busy while it is gathered and written; what goes wrong is the caller's to show. */
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
