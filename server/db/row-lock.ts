/** Locks rows until the transaction ends. */
import { type RawBuilder, sql } from 'kysely'

/**
 * Locks the rows of an update without changing them, as in `.set(lockedColumn('rev'))`: Postgres locks the rows that it
 * writes. SQLite has one writer anyway but no `select … for update`, so this statement serves both.
 */
export const lockedColumn = <Column extends string>(column: Column) =>
  ({ [column]: sql.ref(column) }) as Record<Column, RawBuilder<never>>
