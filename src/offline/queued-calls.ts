/** The calls that may wait in the outbox, for page and worker: those with `queues` in the contract. */
import { setPins } from '#contract/apps/applications.ts'
import { checkTask, completeUserTasks } from '#contract/apps/checklist.ts'
import { fixRun } from '#contract/apps/etl.ts'
import { submitMoodReport } from '#contract/apps/mood.ts'
import { createBreakData, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { type CallDeclaration, callId } from '#contract/call.ts'

/** Queued calls by id, as rows name them. A row whose call is missing here needs a newer release. */
export const queuedCalls: ReadonlyMap<string, CallDeclaration> = new Map(
  [updateMyBreak, updateBreak, createBreakData, checkTask, completeUserTasks, fixRun, submitMoodReport, setPins].map(
    (call: CallDeclaration) => [callId(call), call],
  ),
)
