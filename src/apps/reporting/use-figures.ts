/** Fetches the figures of the chosen days. The previous figures stay while others are fetched or refused. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Report } from '#contract/apps/reporting.ts'
import { Problem } from '#src/api/problem.ts'
import { announce } from '#src/lib/announce.ts'
import { dayWriter } from '#src/lib/time.ts'
import { report as reportQuery } from './queries.ts'
import type { Days } from './reporting-search.ts'

const dayText = dayWriter({ dateStyle: 'medium' })

interface Figures {
  readonly report: Report
  readonly days: string
  /** When the figures were fetched, in milliseconds. */
  readonly at: number
}

export function useFigures({ from, to }: Days) {
  const { data, error, dataUpdatedAt } = useQuery(reportQuery({ from, to }))
  // Only the server knows which days it covers, so its message is shown at the field it names.
  const refused = error instanceof Problem && (error.fields.from || error.fields.to) ? error : null
  const days = `${from}-${to}`
  const last = useRef<Figures>(undefined)
  if (data) last.current = { report: data, days, at: dataUpdatedAt }
  else if (error && !refused) last.current = undefined

  const announcedDays = useRef(days)
  const isThere = data !== undefined
  const refusal = refused?.message
  useEffect(() => {
    if (announcedDays.current === days || (!isThere && !refusal)) return
    announcedDays.current = days
    announce(refusal ?? `Figures from ${dayText(from)} to ${dayText(to)}.`)
  }, [from, to, days, isThere, refusal])

  return {
    figures: last.current,
    isAsking: !isThere && !error,
    // Figures that are shown state their own time, so a failed refresh needs no message.
    error: isThere || refused ? null : error,
    wrong: refused?.fields,
  }
}
