/** How many of one's own changes the server does not have, or made in part: those that a person needs to hear of, and no others. */
import { useEffect, useState } from 'react'
import { useConnection } from '#src/api/connection.ts'
import { unsettled } from '#src/offline/my-changes.ts'
import { isPartly } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'

/** With a line a change is usually gone before anybody could read that it waits. */
const PATIENCE_MS = 500

export function useNews(): { waiting: number; refused: number; partly: number } {
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
  return { waiting: isLate || !online ? waiting : 0, refused, partly: mine.rows.filter(isPartly).length }
}
