/** Keeps what is written of one week on the device, with every key. */
import { useState } from 'react'
import { session, useMe } from '#src/api/session.ts'
import { draftOf, dropDraft, saveDraft } from '#src/offline/drafts.ts'
import { overDraft } from '#src/offline/over-draft.ts'
import { entityOf } from './entity.ts'
import { isEmpty, type ReportValues, valuesOfDraft } from './report-values.ts'

interface ReportDraft {
  /** False: this device has no room for it, or may keep nothing. */
  readonly isKept: boolean
  /** Answers what is kept: `values`, or those with what another window wrote since. */
  readonly keep: (values: ReportValues, previous: ReportValues) => ReportValues
}

export function useReportDraft(period: number): ReportDraft {
  const me = useMe()
  const entity = entityOf(period)
  const [isKept, setKept] = useState(true)
  const [{ over, wrote }] = useState(() => overDraft<ReportValues>())
  function keep(values: ReportValues, previous: ReportValues): ReportValues {
    // Whoever came in another tab has drafts of their own.
    if (session.get()?._id !== me._id) return values
    const held = draftOf(me._id, entity)
    const draft = over(values, previous, held === null ? null : valuesOfDraft(held))
    if (isEmpty(draft)) {
      dropDraft(me._id, entity)
      wrote(draft)
    } else {
      const isSaved = saveDraft(me._id, entity, draft)
      if (isSaved) wrote(draft)
      setKept(isSaved)
    }
    return draft
  }
  return { isKept, keep }
}
