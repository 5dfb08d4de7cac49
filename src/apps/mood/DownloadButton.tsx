/** All reports as a file, for mood admins. */

import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { listAllReports, listPeriods, type MoodReport, REPORTS_A_PAGE } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { saveCsv } from '#src/lib/save-csv.ts'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { tableOf } from './csv.ts'

/** Page by page: years of them in one answer would keep everybody else waiting. */
async function allReports(): Promise<MoodReport[]> {
  const all = new Map<number, MoodReport>()
  for (;;) {
    const before = [...all.keys()].at(-1)
    const page = await send(listAllReports, { query: { limit: REPORTS_A_PAGE, before } })
    const known = all.size
    for (const report of page) all.set(report._id, report)
    // Another server answers all of them, whatever it is asked.
    if (page.length !== REPORTS_A_PAGE || all.size === known) return [...all.values()]
  }
}

export function DownloadButton() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function download(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const [reports, periods] = await Promise.all([allReports(), send(listPeriods)])
      await saveCsv(tableOf(reports, periods), 'mood-reports.csv')
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <BusyButton
        variant="default"
        busy={busy}
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={() => void download()}
      >
        Download CSV
      </BusyButton>
      <ErrorAlert error={error} />
    </>
  )
}
