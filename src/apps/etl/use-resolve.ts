/** Resolving errors, one or several, and taking the last of it back. */
import { useState } from 'react'
import { setFixed } from './changes.ts'
import type { SeenRun } from './use-runs.ts'

export interface Resolve {
  readonly resolve: (runs: readonly SeenRun[]) => void
  /** Takes back what was resolved last. */
  readonly undo: () => void
  /** What was resolved last; empty once that is taken back or put away. */
  readonly last: readonly SeenRun[]
  readonly putAway: () => void
  /** Of what could neither be kept nor sent. */
  readonly error: unknown
}

export function useResolve(): Resolve {
  const [last, setLast] = useState<readonly SeenRun[]>([])
  const [error, setError] = useState<unknown>(null)

  /** Answers those that are safe. */
  async function change(runs: readonly SeenRun[], isFixed: boolean): Promise<readonly SeenRun[]> {
    setError(null)
    const ends = await Promise.allSettled(runs.map((run) => setFixed(run, isFixed, run.refused)))
    const failure = ends.find((end) => end.status === 'rejected')
    if (failure) setError(failure.reason)
    return runs.filter((_, index) => ends[index]?.status === 'fulfilled')
  }

  return {
    resolve: (runs) => void change(runs, true).then(setLast),
    undo() {
      setLast([])
      void change(last, false)
    },
    last,
    putAway: () => setLast([]),
    error,
  }
}
