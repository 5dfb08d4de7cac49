/** The dependencies that the app is built from; tests pass their own clock and database. */
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import type { Feed } from './db/follow.ts'
import type { Dialect, Tables } from './db/tables.ts'

export interface Deps {
  readonly db: Kysely<Tables>
  readonly dialect: Dialect
  readonly feed: Feed
  /** Returns the current instant. */
  readonly clock: () => string
  readonly config: Config
}
