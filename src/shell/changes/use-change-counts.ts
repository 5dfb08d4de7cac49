/** Counts a person's own changes that are worth showing: waiting, refused, and done in part. */
import { useEffect, useState } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { unsettled } from '#src/offline/my-changes.ts'
import { isPartlyDone } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'

/** While online, a change counts as waiting only after this: most are sent before anybody could read it. */
const PATIENCE_MS = 500

export function useChangeCounts(): { waiting: number; refused: number; partly: number } {
  const { online } = useConnection()
  const mine = useMyChanges()
  const rows = unsettled(mine)
  const refused = rows.filter(({ state }) => state === 'rejected').length
  const waiting = rows.length - refused
  const isWaiting = waiting > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setLate(false)
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return { waiting: isLate || !online ? waiting : 0, refused, partly: mine.rows.filter(isPartlyDone).length }
}
