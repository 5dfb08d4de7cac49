/** Rows that nobody else is to change until the transaction ends. */
import { type RawBuilder, sql } from 'kysely'

/**
 * Holds the rows of an update, `.set(asItIs('rev'))`, and changes nothing: on Postgres what is written is locked. SQLite has
 * one writer anyway, and knows no `select … for update`; so the statement is the same on both.
 */
export const asItIs = <Column extends string>(column: Column) =>
  ({ [column]: sql.ref(column) }) as Record<Column, RawBuilder<never>>
