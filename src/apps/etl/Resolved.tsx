import { RunTime } from './RunTime.tsx'
import type { SeenRun } from './use-runs.ts'

/** Shows who resolved an amended run and when, as far as that is known. */
export function Resolved({ run: { unsentAt, fixedBy, fixedAt } }: { run: SeenRun }) {
  if (unsentAt)
    return (
      <>
        You, <RunTime at={unsentAt} />
      </>
    )
  return (
    <>
      {fixedBy} {fixedAt && <RunTime at={fixedAt} />}
    </>
  )
}
