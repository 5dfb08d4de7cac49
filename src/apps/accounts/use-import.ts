/** A run of an import as the page shows it: how far everybody is, how to stop it, and how to go on. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UserListItem } from '#contract/apps/accounts.ts'
import { pause } from '#src/lib/pause.ts'
import type { ImportRow } from './import-check.ts'
import { entryOf, type ImportEntry, isDone, runImport, shareDone } from './import-run.ts'
import { users } from './queries.ts'

export interface ImportState {
  readonly entries: readonly ImportEntry[]
  readonly isRunning: boolean
  /** It waits because the portal takes no more calls for a moment: of a long file, for up to a minute. */
  readonly isHeld: boolean
  /** What has ended the run for everybody. */
  readonly error: unknown
}

const NONE: ImportState = { entries: [], isRunning: false, isHeld: false, error: null }

export function useImport(present: readonly UserListItem[]) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>(NONE)
  const isStopped = useRef(false)
  const endWait = useRef(() => {})
  /** What came last, drawn or not. */
  const latest = useRef(NONE.entries)
  const running = useRef(Promise.resolve())
  const stop = useCallback(() => {
    isStopped.current = true
    endWait.current()
  }, [])
  // Whoever leaves the page stops it.
  useEffect(() => stop, [stop])

  async function wait(ms: number): Promise<void> {
    // Stopped while it was asking.
    if (isStopped.current) return
    setState((before) => ({ ...before, isHeld: true }))
    const ended = new Promise<void>((resolve) => {
      endWait.current = resolve
    })
    await Promise.race([pause(ms), ended])
    setState((before) => ({ ...before, isHeld: false }))
  }

  async function run(entries: readonly ImportEntry[]): Promise<void> {
    isStopped.current = false
    latest.current = entries
    setState({ ...NONE, entries, isRunning: true })
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
        wait,
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
    stop,
  }
}
