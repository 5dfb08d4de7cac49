/** Every kind of change that may wait in the outbox, by its name in the contract (`queues`). */
import type { QueueKind } from '#contract/call.ts'
import { pinsChange } from '#src/apps/applications/changes.ts'
import { checkChange, completeChange } from '#src/apps/checklist/changes.ts'
import { fixChange } from '#src/apps/etl/changes.ts'
import { moodReport } from '#src/apps/mood/changes.ts'
import { breakChange, breakLog } from '#src/apps/onbreak/changes.ts'
import type { ChangeDescription, QueuedKind, SettledChange } from '#src/offline/kind.ts'
import type { Row } from '#src/offline/row.ts'

const KINDS: Readonly<Record<QueueKind, QueuedKind>> = {
  'break.log': breakLog,
  'break.set': breakChange,
  'etl.fix': fixChange,
  'mood.submit': moodReport,
  'pins.set': pinsChange,
  'task.check': checkChange,
  'tasks.all': completeChange,
}

/** Returns undefined for a kind that only a newer release knows. */
const kindOf = (kind: string): QueuedKind | undefined => (KINDS as Readonly<Record<string, QueuedKind>>)[kind]

/** Returns a change in words; a row of a newer release is just “A change”. */
export const descriptionOf = (row: Row): ChangeDescription => kindOf(row.kind)?.describe(row) ?? { title: 'A change' }

export const handleSettled = (change: SettledChange): void => kindOf(change.kind)?.onSettled(change)
