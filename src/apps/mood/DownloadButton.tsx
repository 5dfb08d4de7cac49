/** Button for mood admins that downloads all reports as a CSV file. */
import { listAllReports, listPeriods, type MoodReport, REPORTS_PER_PAGE } from '#contract/apps/mood.ts'
import { send } from '#src/api/call.ts'
import { useSaveCsv } from '#src/lib/use-save-csv.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { CsvButton } from '#src/ui/CsvButton.tsx'
import { tableOf } from './csv.ts'

/** Fetches page by page: years of reports in one response would keep all other requests waiting. */
async function allReports(): Promise<MoodReport[]> {
  const all = new Map<number, MoodReport>()
  for (;;) {
    const before = [...all.keys()].at(-1)
    const page = await send(listAllReports, { query: { limit: REPORTS_PER_PAGE, before } })
    const known = all.size
    for (const report of page) all.set(report._id, report)
    // Other servers ignore the parameters and return all reports at once.
    if (page.length !== REPORTS_PER_PAGE || all.size === known) return [...all.values()]
  }
}

export function DownloadButton() {
  const { save, busy, error } = useSaveCsv()
  const table = async () => tableOf(...(await Promise.all([allReports(), send(listPeriods)])))
  return (
    <>
      <CsvButton busy={busy} onClick={() => void save('mood-reports.csv', table)} />
      <ErrorAlert error={error} />
    </>
  )
}
