/** A run of an import as the page shows it: how far everybody is, how to stop it, and how to go on. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UserListItem } from '#contract/apps/accounts.ts'
import type { ImportRow } from './import-check.ts'
import { entryOf, type ImportEntry, isDone, runImport, shareDone } from './import-run.ts'
import { users } from './queries.ts'

export interface ImportState {
  readonly entries: readonly ImportEntry[]
  readonly isRunning: boolean
  /** What has ended the run for everybody. */
  readonly error: unknown
}

const NONE: ImportState = { entries: [], isRunning: false, error: null }

export function useImport(present: readonly UserListItem[]) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>(NONE)
  const isStopped = useRef(false)
  /** What came last, drawn or not. */
  const latest = useRef(NONE.entries)
  const running = useRef(Promise.resolve())
  // Whoever leaves the page stops it.
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  async function run(entries: readonly ImportEntry[]): Promise<void> {
    isStopped.current = false
    latest.current = entries
    setState({ entries, isRunning: true, error: null })
    const came = (place: number, entry: ImportEntry) => {
      const entries = latest.current.with(place, entry)
      latest.current = entries
      setState((before) => ({ ...before, entries }))
    }
    let error: unknown = null
    try {
      await runImport(entries, {
        present: new Map(present.map(({ _id, email }) => [email.toLowerCase(), _id])),
        came,
        isStopped: () => isStopped.current,
      })
    } catch (problem) {
      error = problem
    }
    setState((before) => ({ ...before, isRunning: false, error }))
    void client.invalidateQueries({ queryKey: users.key })
  }

  const begin = (entries: readonly ImportEntry[]) => {
    running.current = run(entries)
  }

  return {
    ...state,
    latest: () => latest.current,
    /** Done once the run has ended: what is on its way when the page goes still comes. */
    over: () => running.current,
    done: state.entries.filter(isDone).length,
    /** Of all, in people. */
    progress: state.entries.reduce((sum, entry) => sum + shareDone(entry), 0),
    start: (rows: readonly ImportRow[]) => begin(rows.map(entryOf)),
    goOn: () => begin(latest.current),
    stop: () => {
      isStopped.current = true
    },
  }
}
