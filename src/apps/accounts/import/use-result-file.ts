/**
 * Saves the file with the temporary passwords: on request, and by itself when the admin loses the page during the run.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
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

/** Returns a function that saves the file. */
export function useResultFile({ latest, whenEnded, leftOut }: ResultSource): () => void {
  /** The number of passwords in the file that was saved last. */
  const inFile = useRef(0)
  const made = () => latest().filter(hasNewPassword).length
  function save(): void {
    inFile.current = made()
    saveText(resultCsv(latest(), leftOut), 'import-result.csv')
  }
  const rescue = useEffectEvent(() => {
    if (made() > inFile.current) save()
  })
  const rescueOnceEnded = useEffectEvent(() => whenEnded().then(() => rescue()))
  useEffect(
    () =>
      session.subscribe(() => {
        // An admin who signs out deliberately has confirmed leaving.
        if (session.get()?.isAdmin || session.hasLeft()) return
        rescue()
        void rescueOnceEnded()
      }),
    [],
  )
  return save
}
