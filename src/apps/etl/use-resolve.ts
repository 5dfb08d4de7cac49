/** Resolving errors, one or several, and taking the last of it back. */
import { useRef, useState } from 'react'
import { session } from '#src/api/session.ts'
import type { Row } from '#src/offline/row.ts'
import { useMyChanges } from '#src/offline/use-my-changes.ts'
import { entityOf, setFixed, titleOf } from './changes.ts'
import type { SeenRun } from './use-runs.ts'

/** Thousands at once would keep the store longer than a tap of somebody else's is given. */
const AT_ONCE = 100

export interface Resolve {
  readonly resolve: (runs: readonly SeenRun[]) => void
  /** Takes back what was resolved last. */
  readonly undo: () => void
  /** What was resolved last, as far as it stands; empty once that is taken back or put away. */
  readonly last: readonly SeenRun[]
  readonly putAway: () => void
  /** How many of several are done; null while nothing is under way. */
  readonly progress: { readonly done: number; readonly of: number } | null
  /** Of what could neither be kept nor sent, or what the server said to the last of it. */
  readonly error: unknown
}

/** Each of several says its reason in its own row. */
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
  const refusals = last.flatMap((run) => {
    const row = rows.find(({ entity, state }) => entity === entityOf(run._id) && state === 'rejected')
    return row ? [{ run, row }] : []
  })
  const refused = new Set(refusals.map(({ run }) => run))
  const stands = last.filter((run) => !refused.has(run))

  const asked = useRef(0)

  /** `stand`: hears which of them are safe, unless more was asked for meanwhile. */
  async function change(
    runs: readonly SeenRun[],
    isFixed: boolean,
    stand: (done: readonly SeenRun[]) => void = () => {},
  ): Promise<void> {
    const mine = ++asked.current
    const isLast = () => mine === asked.current
    const who = session.get()?._id
    setError(null)
    const done: SeenRun[] = []
    try {
      // The rest of many is not done in the name of whoever comes meanwhile.
      for (let from = 0; from < runs.length && session.get()?._id === who; from += AT_ONCE) {
        if (runs.length > 1 && isLast()) setProgress({ done: from, of: runs.length })
        await setFixed(runs.slice(from, from + AT_ONCE), isFixed, (run) => done.push(run))
      }
    } catch (problem) {
      setError(problem)
    }
    if (!isLast()) return
    setProgress(null)
    stand(done)
  }

  return {
    resolve(runs) {
      setLast([])
      void change(runs, true, setLast)
    },
    undo() {
      setLast([])
      void change(stands, false)
    },
    last: stands,
    putAway: () => setLast([]),
    progress,
    error: error ?? sentenceOf(refusals),
  }
}
