/**
 * The handler of one kind of queued change. Each app's `changes.ts` has its own; `src/shell/changes/queued-kinds.ts` has
 * the table.
 */
import type { Row } from './row.ts'

/** A change in words. */
export interface ChangeDescription {
  readonly title: string
  /** The text that the person wrote, if any. */
  readonly text?: string
}

/** A change that the server has answered: accepted, with its answer, or refused. */
export type SettledChange = Pick<Row, 'kind' | 'entity' | 'params' | 'userId' | 'state' | 'answer' | 'settledAt'>

export interface QueuedKind {
  describe(row: Row): ChangeDescription
  /** Brings the screens' records up to date. Called once per page for each answer, whichever tab or worker received it. */
  onSettled(change: SettledChange): void
}
