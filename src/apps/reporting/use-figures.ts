/** Fetches the figures of the chosen days. The previous figures stay while others are fetched or refused. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Problem } from '#src/api/problem.ts'
import { announce } from '#src/lib/announce.ts'
import { dayWriter } from '#src/lib/time.ts'
import { useLastDefined } from '#src/lib/use-last-defined.ts'
import { report as reportQuery } from './queries.ts'
import type { Days } from './reporting-search.ts'

const dayText = dayWriter({ dateStyle: 'medium' })

export function useFigures({ from, to }: Days) {
  const { data, error, dataUpdatedAt } = useQuery(reportQuery({ from, to }))
  // Only the server knows which days it covers, so its message is shown at the field it names.
  const refused = error instanceof Problem && (error.fields.from || error.fields.to) ? error : null
  const days = `${from}-${to}`
  const isFailed = error !== null && !refused
  const fetched = useMemo(() => {
    if (data) return { report: data, days, at: dataUpdatedAt }
    return isFailed ? null : undefined
  }, [data, days, dataUpdatedAt, isFailed])
  const figures = useLastDefined(fetched)

  const announcedDays = useRef(days)
  const isThere = data !== undefined
  const refusal = refused?.message
  useEffect(() => {
    if (announcedDays.current === days || (!isThere && !refusal)) return
    announcedDays.current = days
    announce(refusal ?? `Figures from ${dayText(from)} to ${dayText(to)}.`)
  }, [from, to, days, isThere, refusal])

  return {
    figures,
    isAsking: !isThere && !error,
    // Figures that are shown state their own time, so a failed refresh needs no message.
    error: isThere || refused ? null : error,
    wrong: refused?.fields,
  }
}
