/** What the app is built from; tests bring their own clock and database. */
import type { Config } from './config.ts'
import type { Db } from './db/tables.ts'

export interface Deps {
  readonly db: Db
  /** `sqlite` or `postgres`. */
  readonly dialect: 'sqlite' | 'postgres'
  /** Now, as an instant. */
  readonly clock: () => string
  readonly config: Config
}
