/** Resolves errors, one or several, and undoes the last resolve. */
import { useRef, useState } from 'react'
import { session } from '#src/api/session.ts'
import type { Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { entityOf, setFixed, titleOf } from './changes.ts'
import type { SeenRun } from './use-runs.ts'

/** Runs stored in one batch. Thousands at once would block the store for longer than another tap may wait. */
const BATCH_SIZE = 100

export interface Resolve {
  readonly resolve: (runs: readonly SeenRun[]) => void
  /** Undoes the last resolve. */
  readonly undo: () => void
  /** The runs of the last resolve that were not refused; empty once it is undone or dismissed. */
  readonly last: readonly SeenRun[]
  readonly dismiss: () => void
  /** How many runs of a batch are stored; null while nothing is in progress. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Why a change could neither be kept nor sent, or why the server refused runs of the last resolve. */
  readonly error: unknown
}

/** Returns the sentence about refused runs. With several, each shows its reason in its own row. */
function sentenceOf([first, ...others]: readonly { run: SeenRun; row: Row }[]): string | null {
  if (!first) return null
  if (others.length > 0) return `${others.length + 1} errors could not be marked as resolved.`
  return `${titleOf(first.run)} could not be marked as resolved. ${first.row.detail ?? ''}`
}

export function useResolve(): Resolve {
  const [last, setLast] = useState<readonly SeenRun[]>([])
  const [progress, setProgress] = useState<Resolve['progress']>(null)
  const [error, setError] = useState<unknown>(null)
  const { rows } = useMyChanges()
  // A Map: a batch may have thousands of runs and as many waiting rows.
  const rejected = new Map(rows.filter(({ state }) => state === 'rejected').map((row) => [row.entity, row]))
  const refusals = last.flatMap((run) => {
    const row = rejected.get(entityOf(run._id))
    return row ? [{ run, row }] : []
  })
  const refused = new Set(refusals.map(({ run }) => run))
  const unrefused = last.filter((run) => !refused.has(run))

  const lastResolve = useRef(0)

  /** `onStored` receives the runs whose changes are stored, unless another change was started meanwhile. */
  async function change(
    runs: readonly SeenRun[],
    isFixed: boolean,
    onStored: (done: readonly SeenRun[]) => void = () => {},
  ): Promise<void> {
    const mine = ++lastResolve.current
    const isLast = () => mine === lastResolve.current
    const who = session.get()?._id
    setError(null)
    const done: SeenRun[] = []
    try {
      // Stops when the session changes: the remaining runs must not be resolved in another person's name.
      for (let from = 0; from < runs.length && session.get()?._id === who; from += BATCH_SIZE) {
        if (runs.length > 1 && isLast()) setProgress({ done: from, total: runs.length })
        await setFixed(runs.slice(from, from + BATCH_SIZE), isFixed, (run) => done.push(run))
      }
    } catch (problem) {
      setError(problem)
    }
    if (!isLast()) return
    setProgress(null)
    onStored(done)
  }

  return {
    resolve(runs) {
      setLast([])
      void change(runs, true, setLast)
    },
    undo() {
      setLast([])
      void change(unrefused, false)
    },
    last: unrefused,
    dismiss: () => setLast([]),
    progress,
    error: error ?? sentenceOf(refusals),
  }
}
