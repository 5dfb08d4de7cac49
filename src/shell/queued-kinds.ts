/** Every kind of change that may wait in the outbox, by its name in the contract (`queues`). */
import { pinsChange } from '#src/apps/applications/changes.ts'
import { checkChange, completeChange } from '#src/apps/checklist/changes.ts'
import { fixChange } from '#src/apps/etl/changes.ts'
import { moodReport } from '#src/apps/mood/changes.ts'
import { breakChange, breakLog } from '#src/apps/onbreak/changes.ts'
import type { QueuedKind, SettledChange, Words } from '#src/offline/kind.ts'
import type { Row } from '#src/offline/row.ts'

const KINDS: Readonly<Record<string, QueuedKind>> = {
  'break.log': breakLog,
  'break.set': breakChange,
  'etl.fix': fixChange,
  'mood.submit': moodReport,
  'pins.set': pinsChange,
  'task.check': checkChange,
  'tasks.all': completeChange,
}

/** What the person did. A row of a newer release says only that. */
export const wordsOf = (row: Row): Words => KINDS[row.kind]?.words(row) ?? { title: 'A change' }

export const settled = (change: SettledChange): void => KINDS[change.kind]?.settled(change)
