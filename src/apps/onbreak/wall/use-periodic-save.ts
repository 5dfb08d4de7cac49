/** When a wall stores what it shows, wherever that is stored. */
import { useEffect, useEffectEvent } from 'react'
import { MINUTE_MS } from '#src/lib/spans.ts'
import type { WallBoard } from './use-wall-board.ts'

/**
 * Calls `keep` with a board that was received, not one restored from storage: at the first list, then once a minute,
 * and when the page is left.
 */
export function usePeriodicSave(board: WallBoard, keep: (board: WallBoard) => void): void {
  const save = useEffectEvent(() => keep(board))
  const isHeard = board.people !== null && !board.isKept
  useEffect(() => {
    if (!isHeard) return
    const run = () => save()
    run()
    const timer = setInterval(run, MINUTE_MS)
    window.addEventListener('pagehide', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', run)
    }
  }, [isHeard])
}
