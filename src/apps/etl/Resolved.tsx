import { RunTime } from './RunTime.tsx'
import type { SeenRun } from './use-runs.ts'

/** Of an amended run: by whom and when, as far as that is known. */
export function Resolved({ run: { unsent, fixedBy, fixedAt } }: { run: SeenRun }) {
  if (unsent) return 'You, just now'
  return (
    <>
      {fixedBy} {fixedAt && <RunTime at={fixedAt} />}
    </>
  )
}
