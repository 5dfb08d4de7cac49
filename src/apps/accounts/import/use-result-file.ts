/**
 * Saves the file with the temporary passwords: on request, and by itself when the admin loses the page during the run.
 */
import { useEffect, useRef, useState } from 'react'
import { session } from '#src/api/session.ts'
import { saveText } from '#src/lib/save-csv.ts'
import type { ImportRow } from './import-check.ts'
import { type ImportEntry, resultCsv } from './import-run.ts'

interface ResultSource {
  readonly latest: () => readonly ImportEntry[]
  /** Resolves once no entry changes any more. */
  readonly whenEnded: () => Promise<void>
  readonly leftOut: readonly ImportRow[]
}

/** Whether the run has made this account, whose password is shown nowhere else. */
export const hasNewPassword = ({ row, registration }: ImportEntry) => row.existing === null && registration.id !== null

function resultFile(source: () => ResultSource) {
  /** The number of passwords in the file that was saved last. */
  let inFile = 0
  const made = () => source().latest().filter(hasNewPassword).length
  function save(): void {
    inFile = made()
    saveText(resultCsv(source().latest(), source().leftOut), 'import-result.csv')
  }
  const rescue = () => {
    if (made() > inFile) save()
  }
  return { save, rescue }
}

/** Returns a function that saves the file. */
export function useResultFile(source: ResultSource): () => void {
  const held = useRef(source)
  held.current = source
  const [{ save, rescue }] = useState(() => resultFile(() => held.current))
  useEffect(
    () =>
      session.subscribe(() => {
        // An admin who signs out deliberately has confirmed leaving.
        if (session.get()?.isAdmin || session.hasLeft()) return
        rescue()
        void held.current.whenEnded().then(rescue)
      }),
    [rescue],
  )
  return save
}
