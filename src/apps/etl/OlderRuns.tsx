/** The end of a list that goes on: older ones come as one scrolls there, or at a press. */
import { useEffect } from 'react'
import { RUNS_A_CALL } from '#contract/apps/etl.ts'
import { useConnection } from '#src/api/connection.ts'
import { ErrorAlert } from '#src/shell/ErrorAlert.tsx'
import { BusyButton } from '#src/ui/BusyButton.tsx'
import classes from './RunList.module.css'
import type { Runs } from './use-runs.ts'

/** A filter that leaves fewer than this looks further back by itself, but not for ever. */
const FEW = 50
const FURTHER = 5 * RUNS_A_CALL
/** Where the runs are counted here, far more are wanted. */
const ALL = 40 * RUNS_A_CALL

interface OlderRunsProps {
  readonly list: Runs
  /** How many there are to look at before the older ones are wanted. */
  readonly shown: number
  /** All are needed, as they are counted here. */
  readonly isCountedHere?: boolean
}

export function OlderRuns({ list, shown, isCountedHere = false }: OlderRunsProps) {
  const { online } = useConnection()
  const { runs, isWhole, isLoadingOlder, olderError, loadOlder } = list
  const held = runs?.length ?? 0
  const isWanted = isCountedHere ? held < ALL : shown < FEW && held < FURTHER
  const isWorthALook = online && !isWhole && !olderError && held > 0 && isWanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has come
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
        'Older runs come once the portal is back.'
      )}
    </div>
  )
}
