/** Home of the mood report: the open weeks, the form for one of them, and the thanks (spec §2, §4). */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { useMe } from '#src/api/session.ts'
import { draftOf, dropDraft, saveDraft } from '#src/offline/drafts.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { bodyOf, keepReport, type ReportBody } from './changes.ts'
import { AllSet, Dates } from './Dates.tsx'
import { entityOf, periodOf } from './entity.ts'
import { moodSearch } from './mood-search.ts'
import { colleagues } from './queries.ts'
import { ReportForm } from './ReportForm.tsx'
import { EMPTY, isEmpty, type ReportValues, valuesOfBody, valuesOfDraft } from './report-values.ts'
import { type SendState, Thanks } from './Thanks.tsx'
import { type Periods, periodOfRow, usePeriods } from './use-periods.ts'

const route = getRouteApi('/_in/app/mood-report')

interface WrittenReport {
  readonly period: DateRange
  readonly values: ReportValues
}

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
  const begun = held && held._id === wanted && !(held._id in sentHere) ? held : undefined
  return { week: found ?? begun, isReported: !found && own !== undefined }
}

export function HomeView() {
  const me = useMe()
  const periods = usePeriods()
  const { open, error, reports } = periods
  const search = route.useSearch({ select: moodSearch, structuralSharing: true })
  const navigate = route.useNavigate()
  /** By period: while one report is still being kept, another may be sent. */
  const [outcomes, setOutcomes] = useState<Readonly<Record<number, SendState>>>({})
  const [cleared, setCleared] = useState<WrittenReport>()
  /** What was written but is not kept yet, by period, in case the device can store no draft of it. */
  const [unsent, setUnsent] = useState<Readonly<Record<number, ReportValues | undefined>>>({})
  const holdUnsent = ({ _id }: DateRange, values?: ReportValues) =>
    setUnsent((before) => ({ ...before, [_id]: values }))
  const { week, isReported } = useWeek(search.period, periods, outcomes)
  // Fetched ahead, because the form may be opened offline.
  useQuery({ ...colleagues, enabled: open?.some((each) => each.isEmployeeOfTheMonthReport) ?? false })

  const go = (to: { period?: number; sent?: number }, replace = false) =>
    void navigate({ search: moodSearch({ ...to }), replace })

  function choose(period: number): void {
    setCleared(undefined)
    go({ period })
  }

  async function submit(period: DateRange, body: ReportBody, values: ReportValues): Promise<void> {
    const refused = refusedOf(period)
    const settle = (outcome: SendState) => setOutcomes((before) => ({ ...before, [period._id]: outcome }))
    const kept = keepReport({ period, body, repeats: refused?.key })
    holdUnsent(period, values)
    settle({ is: 'keeping' })
    go({ sent: period._id }, true)
    try {
      const is = await kept
      holdUnsent(period)
      settle({ is, at: Date.now() })
    } catch (problem) {
      settle({ is: 'failed', error: problem })
    }
  }

  function startAgain(period: DateRange, values: ReportValues): void {
    dropDraft(me._id, entityOf(period._id))
    holdUnsent(period)
    setCleared(isEmpty(values) ? undefined : { period, values })
    go({})
  }

  /** Leaves the thanks for a report that was discarded: its week is open again. */
  function forget(period: number): void {
    setOutcomes(({ [period]: _discarded, ...others }) => others)
    go({}, true)
  }

  function bringBack({ period, values }: WrittenReport): void {
    holdUnsent(period, values)
    saveDraft(me._id, entityOf(period._id), values)
    choose(period._id)
  }

  const refusedOf = ({ _id }: DateRange) => reports.findLast((row) => row.state === 'rejected' && periodOf(row) === _id)

  /** Returns what was written about this week, from the draft, the text not kept yet, or the refused report. */
  function writtenOf(period: DateRange): ReportValues {
    const draft = draftOf(me._id, entityOf(period._id))
    if (draft) return valuesOfDraft(draft)
    const values = unsent[period._id]
    if (values) return values
    const refused = refusedOf(period)
    const body = refused && bodyOf(refused)
    return body ? valuesOfBody(body) : EMPTY
  }

  if (!open) return error ? <ErrorAlert error={error} /> : <Loading />
  if (week)
    return (
      <ReportForm
        key={week._id}
        period={week}
        opened={writtenOf(week)}
        refusal={refusedOf(week)?.detail ?? undefined}
        isReported={isReported}
        onSubmit={(body, values) => void submit(week, body, values)}
        onBack={(values) => startAgain(week, values)}
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
        onDiscarded={forget}
      />
    )
  const unsettled = reports.filter(({ state }) => state !== 'acked')
  if (open.length === 0) return <AllSet unsettled={unsettled} onText={choose} />
  return (
    <Dates
      open={open}
      begun={open.filter((each) => !isEmpty(valuesOfDraft(draftOf(me._id, entityOf(each._id)))))}
      unsettled={unsettled}
      onChoose={choose}
      onText={choose}
      {...(cleared ? { onBringBack: () => bringBack(cleared) } : {})}
    />
  )
}
