/** The reports written in this view: how sending them went, and what would be lost with the form. */
import { useState } from 'react'
import type { DateRange } from '#contract/apps/mood.ts'
import { useMe } from '#src/api/session.ts'
import { draftOf, dropDraft, saveDraft } from '#src/offline/drafts.ts'
import type { Row } from '#src/offline/row.ts'
import { bodyOf, keepReport, type ReportBody } from './changes.ts'
import { entityOf, periodOf } from './entity.ts'
import { EMPTY, isEmpty, type ReportValues, valuesOfBody, valuesOfDraft } from './report-values.ts'
import type { SendState } from './Thanks.tsx'

interface WrittenReport {
  readonly period: DateRange
  readonly values: ReportValues
}

type ByPeriod<Value> = Readonly<Record<number, Value | undefined>>

/** `reports`: this person's own, oldest first. */
export function useWrittenReports(reports: readonly Row[]) {
  const me = useMe()
  /** By period: while one report is still being kept, another may be sent. */
  const [outcomes, setOutcomes] = useState<ByPeriod<SendState>>({})
  /** What was written but is not kept yet, in case the device can store no draft of it. */
  const [unsent, setUnsent] = useState<ByPeriod<ReportValues>>({})
  const [cleared, setCleared] = useState<WrittenReport>()

  const settle = ({ _id }: DateRange, outcome: SendState) => setOutcomes((before) => ({ ...before, [_id]: outcome }))
  const holdUnsent = ({ _id }: DateRange, values?: ReportValues) =>
    setUnsent((before) => ({ ...before, [_id]: values }))
  const draftIn = ({ _id }: DateRange) => draftOf(me._id, entityOf(_id))

  const refusedOf = ({ _id }: DateRange) => reports.findLast((row) => row.state === 'rejected' && periodOf(row) === _id)

  /** Returns what was written about this week, from the draft, the text not kept yet, or the refused report. */
  function writtenOf(period: DateRange): ReportValues {
    const draft = draftIn(period)
    if (draft) return valuesOfDraft(draft)
    const values = unsent[period._id]
    if (values) return values
    const refused = refusedOf(period)
    const body = refused && bodyOf(refused)
    return body ? valuesOfBody(body) : EMPTY
  }

  /** Never rejects: `outcomes` has how it went. */
  async function send(period: DateRange, body: ReportBody, values: ReportValues): Promise<void> {
    const kept = keepReport({ period, body, repeats: refusedOf(period)?.key })
    holdUnsent(period, values)
    settle(period, { is: 'keeping' })
    try {
      const is = await kept
      holdUnsent(period)
      settle(period, { is, at: Date.now() })
    } catch (problem) {
      settle(period, { is: 'failed', error: problem })
    }
  }

  /** Throws away what was written, which can be taken back. */
  function clear(period: DateRange, values: ReportValues): void {
    dropDraft(me._id, entityOf(period._id))
    holdUnsent(period)
    setCleared(isEmpty(values) ? undefined : { period, values })
  }

  function bringBack({ period, values }: WrittenReport): void {
    holdUnsent(period, values)
    saveDraft(me._id, entityOf(period._id), values)
  }

  return {
    outcomes,
    refusedOf,
    writtenOf,
    hasDraft: (period: DateRange) => !isEmpty(valuesOfDraft(draftIn(period))),
    send,
    /** Forgets that a report was sent: it was discarded, and its week is open again. */
    forget: (period: number) => setOutcomes((before) => ({ ...before, [period]: undefined })),
    cleared,
    clear,
    forgetCleared: () => setCleared(undefined),
    bringBack,
  }
}
