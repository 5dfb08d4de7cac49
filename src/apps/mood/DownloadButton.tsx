/** All reports as a file, for mood admins. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { listAllReports, listPeriods } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'

/** Spreadsheets know UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

export function DownloadButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function download(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const [{ csvOf }, reports, periods] = await Promise.all([
        import('./csv.ts'),
        send(listAllReports),
        send(listPeriods),
      ])
      save(csvOf(reports, periods), 'mood-reports.csv')
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
