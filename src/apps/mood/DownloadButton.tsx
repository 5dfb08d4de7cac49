/** All reports as a file, for mood admins. */
import { IconDownload } from '@tabler/icons-react'
import { listAllReports, listPeriods, type MoodReport, REPORTS_A_PAGE } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { useSaveCsv } from '#src/lib/use-save-csv.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
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
  const { save, busy, error } = useSaveCsv()
  const table = async () => tableOf(...(await Promise.all([allReports(), send(listPeriods)])))
  return (
    <>
      <BusyButton
        variant="default"
        busy={busy}
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={() => void save('mood-reports.csv', table)}
      >
        Download CSV
      </BusyButton>
      <ErrorAlert error={error} />
    </>
  )
}
