/**
 * The end of a list that has more runs on the server: loads older ones on a button press or when few rows are listed.
 */
import { useEffect } from 'react'
import { RUNS_PER_CALL } from '#contract/apps/etl.ts'
import { useConnection } from '#src/api/connection.ts'
import { ErrorAlert } from '#src/screen/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './RunList.module.css'
import type { Runs } from './use-runs.ts'

/** While a filter leaves fewer than `MIN_SHOWN` rows, older runs are loaded automatically, up to `MAX_HELD` runs. */
const MIN_SHOWN = 50
const MAX_HELD = 5 * RUNS_PER_CALL
/** Limit where the page counts the runs itself, which takes far more of them. */
const MAX_HELD_TO_COUNT = 40 * RUNS_PER_CALL

interface OlderRunsProps {
  readonly list: Runs
  /** The number of listed rows; automatic loading stops once there are enough. */
  readonly shown: number
  /** The page counts the runs itself and needs all of them. */
  readonly isCountedHere?: boolean
}

export function OlderRuns({ list, shown, isCountedHere = false }: OlderRunsProps) {
  const { online } = useConnection()
  const { runs, isWhole, isLoadingOlder, olderError, loadOlder } = list
  const held = runs?.length ?? 0
  const isWanted = isCountedHere ? held < MAX_HELD_TO_COUNT : shown < MIN_SHOWN && held < MAX_HELD
  const isWorthALook = online && !isWhole && !olderError && held > 0 && isWanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each page that arrives
  useEffect(() => {
    if (isWorthALook) loadOlder()
  }, [isWorthALook, held, loadOlder])
  if (isWhole) return null
  return (
    <div className={classes.older}>
      <ErrorAlert error={olderError} />
      {online ? (
        <BusyButton variant="subtle" size="compact-sm" busy={isLoadingOlder} onClick={loadOlder}>
          Load older runs
        </BusyButton>
      ) : (
        'Older runs can be loaded once the portal is back.'
      )}
    </div>
  )
}
