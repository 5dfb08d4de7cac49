/** All reports as a file, for mood admins. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { listAllReports, listPeriods } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { saveCsv } from '#src/lib/save-csv.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { tableOf } from './csv.ts'

export function DownloadButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function download(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const [reports, periods] = await Promise.all([send(listAllReports), send(listPeriods)])
      await saveCsv(tableOf(reports, periods), 'mood-reports.csv')
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={() => void download()}
      >
        Download CSV
      </Button>
      <ErrorAlert error={error} />
    </>
  )
}
