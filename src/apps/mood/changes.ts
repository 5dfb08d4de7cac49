/**
 * Sending a mood report offline: how it is kept, worded, and settled once the server has answered. The text is private
 * to its author.
 */
import * as z from 'zod/mini'
import { type DateRange, submitMoodReport } from '#contract/apps/mood.ts'
import type { BodyIn } from '#contract/call.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { dropDraft } from '#src/offline/drafts.ts'
import { keepChange } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'
import type { Row } from '#src/offline/row.ts'
import { entityOf, periodOf } from './entity.ts'
import { colleagues, openPeriods, reportsKey } from './queries.ts'

export type ReportBody = BodyIn<typeof submitMoodReport>

const KIND = submitMoodReport.queues

export const isReport = ({ kind }: Pick<Row, 'kind'>): boolean => kind === KIND

export type Dates = Pick<DateRange, 'startDate' | 'endDate'>
export const BETWEEN = ' to '

/** The label of a week (spec §2). */
export const labelOf = ({ startDate, endDate }: Dates) => startDate + BETWEEN + endDate

/** Reads a label back: a kept report has its week only by that. */
export function datesOf(label: string): Dates {
  const [startDate = '', endDate = ''] = label.split(BETWEEN)
  return { startDate, endDate }
}

/** Returns the content of a refused report; null where it cannot be read. */
export function bodyOf({ body }: Pick<Row, 'body'>): ReportBody | null {
  const report = z.safeParse(submitMoodReport.body, body)
  return report.success ? report.data : null
}

interface Report {
  readonly period: DateRange
  readonly body: ReportBody
  /** Key of the refused report that this one repeats. */
  readonly repeats?: string | undefined
}

/**
 * Keeps the report on this device, or sends it at once if the device keeps nothing. The draft is dropped only after
 * that.
 */
export async function keepReport({ period, body, repeats }: Report): Promise<'kept' | 'sent'> {
  const me = session.get()
  if (!me) throw new Error('Nobody is signed in.')
  const entity = entityOf(period._id)
  const done = await keepChange({
    call: submitMoodReport,
    userId: me._id,
    entity,
    target: entity,
    params: {},
    body,
    about: labelOf(period),
    baseRev: null,
    isPrivate: true,
    ...(repeats === undefined ? {} : { repeats }),
  })
  dropDraft(me._id, entity)
  return done
}

export const moodReport: QueuedKind = {
  describe: ({ about }) => ({ title: about ? `Mood report, ${about}` : 'Mood report' }),
  onSettled(change) {
    if (change.state === 'acked') {
      const period = periodOf(change)
      queryClient.setQueryData(openPeriods.queryKey, (held) => held?.filter(({ _id }) => _id !== period))
      // The page may have been closed after the report was kept but before the draft was dropped.
      dropDraft(change.userId, change.entity)
      void queryClient.invalidateQueries({ queryKey: reportsKey })
    } else {
      // The refused report may name somebody who can no longer be nominated.
      void queryClient.invalidateQueries({ queryKey: colleagues.queryKey })
    }
    void queryClient.invalidateQueries({ queryKey: openPeriods.queryKey })
  },
}
