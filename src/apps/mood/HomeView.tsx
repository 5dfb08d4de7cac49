/** Home of the mood report: the open weeks, the form for one of them, and the thanks (spec §2, §4). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { NotLoaded } from '#src/screen/NotLoaded.tsx'
import { AllSet, Dates } from './Dates.tsx'
import { periodOf } from './entity.ts'
import { moodSearch } from './mood-search.ts'
import { colleagues } from './queries.ts'
import { ReportForm } from './ReportForm.tsx'
import { Thanks } from './Thanks.tsx'
import { type Periods, periodOfRow, usePeriods } from './use-periods.ts'
import { useWrittenReports } from './use-written-reports.ts'

const route = getRouteApi('/_in/app/mood-report')

interface Week {
  readonly week: DateRange | undefined
  /** Whether another window of this device has sent this week's report since the form was opened. */
  readonly isReported: boolean
}

/** Returns the week named in the address if it is open, its report was refused, or its form was opened in this view. */
function useWeek(
  wanted: number | undefined,
  { open = [], reports }: Periods,
  sentHere: Readonly<Record<number, unknown>>,
): Week {
  const [held, setHeld] = useState<DateRange>()
  const own = reports.findLast((row) => periodOf(row) === wanted)
  const refused = own?.state === 'rejected' ? periodOfRow(own) : undefined
  const found = open.find(({ _id }) => _id === wanted) ?? refused
  if (found && found._id !== held?._id) setHeld(found)
  const begun = held && held._id === wanted && sentHere[held._id] === undefined ? held : undefined
  return { week: found ?? begun, isReported: !found && own !== undefined }
}

export function HomeView() {
  const periods = usePeriods()
  const { open, error, reports } = periods
  const search = route.useSearch({ select: moodSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  const written = useWrittenReports(reports)
  const { outcomes, cleared, refusedOf } = written
  const { week, isReported } = useWeek(search.period, periods, outcomes)
  // Fetched ahead, because the form may be opened offline.
  useQuery({ ...colleagues, enabled: open?.some((each) => each.isEmployeeOfTheMonthReport) ?? false })

  const go = (to: { period?: number; sent?: number }, replace = false) =>
    void navigate({ search: moodSearch({ ...to }), replace })

  function choose(period: number): void {
    written.forgetCleared()
    go({ period })
  }

  if (!open) return <NotLoaded error={error} />
  if (week)
    return (
      <ReportForm
        key={week._id}
        period={week}
        opened={written.writtenOf(week)}
        refusal={refusedOf(week)?.detail ?? undefined}
        isReported={isReported}
        onSubmit={(body, values) => {
          void written.send(week, body, values)
          go({ sent: week._id }, true)
        }}
        onBack={(values) => {
          written.clear(week, values)
          go({})
        }}
      />
    )
  const row = reports.findLast((each) => periodOf(each) === search.sent)
  const outcome = search.sent ? outcomes[search.sent] : undefined
  if (search.sent && (row || outcome))
    return (
      <Thanks
        row={row}
        outcome={outcome}
        week={search.sent}
        isMore={open.length > 0}
        onBack={() => go({})}
        onText={choose}
        onDiscarded={(period) => {
          written.forget(period)
          go({}, true)
        }}
      />
    )
  const unsettled = reports.filter(({ state }) => state !== 'acked')
  if (open.length === 0) return <AllSet unsettled={unsettled} onText={choose} />
  return (
    <Dates
      open={open}
      begun={open.filter(written.hasDraft)}
      unsettled={unsettled}
      onChoose={choose}
      onText={choose}
      {...(cleared && {
        onBringBack: () => {
          written.bringBack(cleared)
          choose(cleared.period._id)
        },
      })}
    />
  )
}
