/** The state of an import run for the page: everybody's progress, stopping and resuming. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UserListItem } from '#contract/apps/accounts.ts'
import { queryClient } from '#src/api/query-client.ts'
import { pause } from '#src/lib/pause.ts'
import { users } from '../queries.ts'
import type { ImportRow } from './import-check.ts'
import { type ImportEntry, initialEntry, isDone, runImport, shareDone } from './import-run.ts'

export interface ImportState {
  readonly entries: readonly ImportEntry[]
  readonly isRunning: boolean
  /** Waiting because the portal takes no more calls for a moment; with a long file for up to a minute. */
  readonly isHeld: boolean
  /** The failure that ended the run for everybody; null if none did. */
  readonly error: unknown
}

const NONE: ImportState = { entries: [], isRunning: false, isHeld: false, error: null }

export function useImport(existingUsers: readonly UserListItem[]) {
  const [state, setState] = useState<ImportState>(NONE)
  const isStopped = useRef(false)
  const endWait = useRef(() => {})
  /** The latest entries, rendered or not. */
  const latest = useRef(NONE.entries)
  const running = useRef(Promise.resolve())
  const stop = useCallback(() => {
    isStopped.current = true
    endWait.current()
  }, [])
  // Leaving the page stops the run.
  useEffect(() => stop, [stop])

  async function wait(ms: number): Promise<void> {
    // The run was stopped while the call was on its way.
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
    const onProgress = (place: number, entry: ImportEntry) => {
      const entries = latest.current.with(place, entry)
      latest.current = entries
      setState((before) => ({ ...before, entries }))
    }
    let error: unknown = null
    try {
      await runImport(entries, {
        existingUsers: new Map(existingUsers.map(({ _id, email }) => [email.toLowerCase(), _id])),
        onProgress,
        isStopped: () => isStopped.current,
        wait,
      })
    } catch (problem) {
      error = problem
    }
    setState((before) => ({ ...before, isRunning: false, error }))
    void queryClient.invalidateQueries({ queryKey: users.key })
  }

  const begin = (entries: readonly ImportEntry[]) => {
    running.current = run(entries)
  }

  return {
    ...state,
    latest: () => latest.current,
    /** Resolves once the run has ended: a call under way when the page is left is still awaited. */
    whenEnded: () => running.current,
    done: state.entries.filter(isDone).length,
    /** Sum over all entries, in people. */
    progress: state.entries.reduce((sum, entry) => sum + shareDone(entry), 0),
    start: (rows: readonly ImportRow[]) => begin(rows.map(initialEntry)),
    goOn: () => begin(latest.current),
    stop,
  }
}
