/**
 * Resolving an error offline, and undoing that: how the change is kept, worded, shown before the server has it, and
 * merged into the cached queries once the server has answered.
 */
import * as z from 'zod/mini'
import { fixRun, Run } from '#contract/apps/etl.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { type ChangeRequest, keepChanges } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'

import { isSettledAfter, type Row } from '#src/offline/row.ts'
import { changeHeld, etlKey, failedRuns, recentRuns, summary } from './queries.ts'
import { type RunList, type RunSummary, recounted, withRun } from './run-list.ts'

/** Order key: the changes to one run are sent in the order of the taps. */
export const entityOf = (runId: number) => `etl:${runId}`

/** Returns whether a kept change resolves or reopens its run; null where the body cannot be read. */
function wantedBy({ body }: Pick<Row, 'body'>): boolean | null {
  const parsed = z.safeParse(fixRun.body, body)
  return parsed.success ? parsed.data.isFixed : null
}

/** Returns the run with a local change applied: as in the server's answer, and before that as requested. */
export const applyToRun = (run: Run, row: Row): Run => ({
  ...run,
  isFixed: z.safeParse(Run, row.answer).data?.isFixed ?? wantedBy(row) ?? run.isFixed,
})

/** A run with the last change to it that the server refused. */
type AmendableRun = Run & { readonly refused?: Row }

/** Returns the name by which people know the run. */
export const titleOf = ({ taskName, tableName, dataSource }: Run): string => taskName || tableName || dataSource

function changeOf(userId: number, run: AmendableRun, isFixed: boolean): ChangeRequest {
  const { refused } = run
  // Only a change to the same state repeats the refused one.
  const repeats = refused && wantedBy(refused) === isFixed ? refused.key : undefined
  return {
    userId,
    entity: entityOf(run._id),
    target: entityOf(run._id),
    call: fixRun,
    params: { id: run._id },
    // The spec has a string here (§4).
    body: { isFixed: isFixed ? 'True' : 'False' },
    about: titleOf(run),
    baseRev: null,
    merges: 'fix',
    undoes: (earlier) => wantedBy(earlier) === !isFixed,
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/**
 * Marks failed runs as amended, or undoes that, in one step. Calls `onSafe` for each run whose change is stored on this
 * device.
 */
export async function setFixed<R extends AmendableRun>(
  runs: readonly R[],
  isFixed: boolean,
  onSafe: (run: R) => void,
): Promise<void> {
  const me = session.get()
  if (!me) return
  const changes = runs.map((run) => changeOf(me._id, run, isFixed))
  await keepChanges(me._id, changes, (place) => runs[place] && onSafe(runs[place]))
}

/**
 * Merges the run of an answer into the cached lists that have it and into the counts, where these were fetched before
 * the answer.
 */
function mergeAnswer(run: Run, settledAt: number | null): void {
  const isOlder = (key: readonly string[]) => isSettledAfter(settledAt, queryClient.getQueryState(key)?.dataUpdatedAt)
  const lists = [recentRuns, failedRuns].map(({ query: { queryKey: key } }) => {
    const held = queryClient.getQueryData(key)?.runs
    const other = held?.find(({ _id, isFixed }) => _id === run._id && isFixed !== run.isFixed)
    return { key, other, isOlder: isOlder(key) }
  })
  const before = lists.find((list) => list.isOlder && list.other)?.other
  if (before && isOlder(summary.queryKey))
    changeHeld(summary.queryKey, (counts: RunSummary) => recounted(counts, before, run))
  // It is unknown whether the counts include the change already.
  else if (lists.some(({ other }) => other))
    void queryClient.invalidateQueries({ queryKey: summary.queryKey }, { cancelRefetch: false })
  for (const { key, other, isOlder } of lists) {
    if (isOlder) {
      changeHeld(key, (list: RunList) => withRun(list, run))
      // The request in flight may have been sent before the change, and its answer would undo the change on screen.
      if (queryClient.getQueryState(key)?.fetchStatus === 'fetching')
        void queryClient.invalidateQueries({ queryKey: key })
    }
    // Either another person changed the run later, or the list was requested before this change and answered after it.
    // Only the server knows which.
    else if (other) void queryClient.invalidateQueries({ queryKey: key }, { cancelRefetch: false })
  }
}

export const fixChange: QueuedKind = {
  describe({ about, body }) {
    const title = wantedBy({ body }) === false ? 'Marked as not resolved' : 'Error resolved'
    return { title: about ? `${title}: ${about}` : title }
  },
  onSettled(change) {
    const run = z.safeParse(Run, change.answer)
    if (run.success) return mergeAnswer(run.data, change.settledAt)
    // After a refusal, the cached data may differ from the server's.
    void queryClient.invalidateQueries({ queryKey: etlKey })
  },
}
