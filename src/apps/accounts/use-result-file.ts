/** The file with the temporary passwords: on request, and by itself where the page is taken from whoever runs the import. */
import { useEffect, useRef, useState } from 'react'
import { session } from '#src/api/session.ts'
import { saveText } from '#src/lib/save-csv.ts'
import type { ImportRow } from './import-check.ts'
import { type ImportEntry, resultCsv } from './import-run.ts'

interface Outcome {
  readonly latest: () => readonly ImportEntry[]
  /** Once nothing comes any more. */
  readonly over: () => Promise<void>
  readonly leftOut: readonly ImportRow[]
}

/** With a password that is told nowhere else. */
export const isMade = ({ row, registration }: ImportEntry) => row.existing === null && registration.id !== null

function resultFile(outcome: () => Outcome) {
  /** How many passwords are in the one that was saved last. */
  let inFile = 0
  const made = () => outcome().latest().filter(isMade).length
  function save(): void {
    inFile = made()
    saveText(resultCsv(outcome().latest(), outcome().leftOut), 'import-result.csv')
  }
  const rescue = () => {
    if (made() > inFile) save()
  }
  return { save, rescue }
}

/** Answers how to save it. */
export function useResultFile(outcome: Outcome): () => void {
  const held = useRef(outcome)
  held.current = outcome
  const [{ save, rescue }] = useState(() => resultFile(() => held.current))
  useEffect(
    () =>
      session.subscribe(() => {
        // Whoever signs out by their own will was asked.
        if (session.get()?.isAdmin || session.hasLeft()) return
        rescue()
        void held.current.over().then(rescue)
      }),
    [rescue],
  )
  return save
}
