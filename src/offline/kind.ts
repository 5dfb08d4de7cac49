/** What a page knows of a kind of queued change; each app's `changes.ts` has its own, `src/shell/queued-kinds.ts` the table. */
import type { Row } from './row.ts'

/** What a person did, in words. */
export interface Words {
  readonly title: string
  /** What they wrote, if anything. */
  readonly text?: string
}

/** A change that the server has answered: accepted, with its answer, or refused. */
export type SettledChange = Pick<Row, 'kind' | 'entity' | 'params' | 'userId' | 'state' | 'answer' | 'settledAt'>

export interface QueuedKind {
  words(row: Row): Words
  /** Brings the screens' records up to date. Told of each answer once a page, whichever tab, or the worker, got it. */
  settled(change: SettledChange): void
}
