/**
 * Saves the file with the temporary passwords: on request, and by itself when the admin loses the page during the run.
 */
import { useEffect, useRef, useState } from 'react'
import { session } from '#src/api/session.ts'
import { saveText } from '#src/lib/save-csv.ts'
import type { ImportRow } from './import-check.ts'
import { type ImportEntry, resultCsv } from './import-run.ts'

interface Outcome {
  readonly latest: () => readonly ImportEntry[]
  /** Resolves once no entry changes any more. */
  readonly over: () => Promise<void>
  readonly leftOut: readonly ImportRow[]
}

/** Whether the run has made this account, whose password is shown nowhere else. */
export const hasNewPassword = ({ row, registration }: ImportEntry) => row.existing === null && registration.id !== null

function resultFile(outcome: () => Outcome) {
  /** The number of passwords in the file that was saved last. */
  let inFile = 0
  const made = () => outcome().latest().filter(hasNewPassword).length
  function save(): void {
    inFile = made()
    saveText(resultCsv(outcome().latest(), outcome().leftOut), 'import-result.csv')
  }
  const rescue = () => {
    if (made() > inFile) save()
  }
  return { save, rescue }
}

/** Returns a function that saves the file. */
export function useResultFile(outcome: Outcome): () => void {
  const held = useRef(outcome)
  held.current = outcome
  const [{ save, rescue }] = useState(() => resultFile(() => held.current))
  useEffect(
    () =>
      session.subscribe(() => {
        // An admin who signs out deliberately has confirmed leaving.
        if (session.get()?.isAdmin || session.hasLeft()) return
        rescue()
        void held.current.over().then(rescue)
      }),
    [rescue],
  )
  return save
}
