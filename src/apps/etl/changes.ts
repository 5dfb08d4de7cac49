/** Resolving an error and taking that back: how it is kept, said, shown before the server has it, and brought home. */
import * as z from 'zod/mini'
import { fixRun, Run } from '#contract/apps/etl.ts'
import { queryClient } from '#src/api/query-client.ts'
import { session } from '#src/api/session.ts'
import { keepChanges, type Made } from '#src/offline/keep-change.ts'
import type { QueuedKind } from '#src/offline/kind.ts'

import { isAfter, type Row } from '#src/offline/row.ts'
import { changeHeld, etlKey, failedRuns, recentRuns, summary } from './queries.ts'
import { type RunList, type RunSummary, recounted, withRun } from './run-list.ts'

/** The order unit: one run is marked and unmarked in the order of the taps. */
export const entityOf = (runId: number) => `etl:${runId}`

/** What a kept change asks for; null where it is not ours to read. */
function wantedBy({ body }: Pick<Row, 'body'>): boolean | null {
  const asked = z.safeParse(fixRun.body, body)
  return asked.success ? asked.data.isFixed : null
}

/** A run with a change of this device in it: as the server answered it, and until then as it was wished for. */
export const applyToRun = (run: Run, row: Row): Run => ({
  ...run,
  isFixed: z.safeParse(Run, row.answer).data?.isFixed ?? wantedBy(row) ?? run.isFixed,
})

/** A run, with the last change of it that the server would not have. */
type Amendable = Run & { readonly refused?: Row }

/** The run as a person knows it. */
export const titleOf = ({ taskName, tableName, dataSource }: Run): string => taskName || tableName || dataSource

function changeOf(userId: number, run: Amendable, isFixed: boolean): Made {
  const { refused } = run
  // What was refused is done anew only by the same wish.
  const repeats = refused && wantedBy(refused) === isFixed ? refused.key : undefined
  return {
    userId,
    entity: entityOf(run._id),
    target: entityOf(run._id),
    call: fixRun,
    params: { id: run._id },
    // As the spec has it: a text (§4).
    body: { isFixed: isFixed ? 'True' : 'False' },
    about: titleOf(run),
    baseRev: null,
    merges: 'fix',
    undoes: (earlier) => wantedBy(earlier) === !isFixed,
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/** Marks failed runs as amended, or no longer, in one step. Each that `safe` hears of is so on this device. */
export async function setFixed<Of extends Amendable>(
  runs: readonly Of[],
  isFixed: boolean,
  safe: (run: Of) => void,
): Promise<void> {
  const me = session.get()
  if (!me) return
  const changes = runs.map((run) => changeOf(me._id, run, isFixed))
  await keepChanges(me._id, changes, (place) => runs[place] && safe(runs[place]))
}

/** A run that an answer brought, into every list that has it and into the counts, as far as they are from before it. */
function bringHome(run: Run, settledAt: number | null): void {
  const isOlder = (key: readonly string[]) => isAfter(settledAt, queryClient.getQueryState(key)?.dataUpdatedAt)
  const lists = [recentRuns, failedRuns].map(({ query: { queryKey: key } }) => {
    const held = queryClient.getQueryData(key)?.runs
    const other = held?.find(({ _id, isFixed }) => _id === run._id && isFixed !== run.isFixed)
    return { key, other, isOlder: isOlder(key) }
  })
  const before = lists.find((list) => list.isOlder && list.other)?.other
  if (before && isOlder(summary.queryKey))
    changeHeld(summary.queryKey, (counts: RunSummary) => recounted(counts, before, run))
  // Of the counts nobody knows whether they have it.
  else if (lists.some(({ other }) => other))
    void queryClient.invalidateQueries({ queryKey: summary.queryKey }, { cancelRefetch: false })
  for (const { key, other, isOlder } of lists) {
    if (isOlder) {
      changeHeld(key, (list: RunList) => withRun(list, run))
      // Asked before the change and answered after it, it would bring back what was.
      if (queryClient.getQueryState(key)?.fetchStatus === 'fetching')
        void queryClient.invalidateQueries({ queryKey: key })
    }
    // Somebody else's later word, or asked before this change and answered after it: the server knows which.
    else if (other) void queryClient.invalidateQueries({ queryKey: key }, { cancelRefetch: false })
  }
}

export const fixChange: QueuedKind = {
  words({ about, body }) {
    const title = wantedBy({ body }) === false ? 'Not resolved after all' : 'Error resolved'
    return { title: about ? `${title}: ${about}` : title }
  },
  settled(change) {
    const run = z.safeParse(Run, change.answer)
    if (run.success) return bringHome(run.data, change.settledAt)
    // Refused: what is on screen was perhaps not what the server has.
    void queryClient.invalidateQueries({ queryKey: etlKey })
  },
}
