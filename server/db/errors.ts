/** What a database says in its own words, told apart once for both. */
import { codeOf } from '../lib/error-code.ts'

/** SQLite's file is locked by another process. */
export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** The disk that the database lies on has no room left: SQLite, Postgres, the file system. */
export const isDiskFull = (error: unknown) => ['SQLITE_FULL', '53100', 'ENOSPC'].includes(codeOf(error))

/** A unique index or primary key was violated. */
export const isUniqueViolation = (error: unknown) =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))

/**
 * Lost a race that another try may win: serialization failure, deadlock, lock timeout; or somebody else wrote the same
 * row, or deleted what a row was to belong to, after it was looked for. The next try finds that.
 */
export const isRetryable = (error: unknown) => ['40001', '40P01', '55P03', '23503', '23505'].includes(codeOf(error))

/** A lost race is run again this often before it is a fault. */
const TRIES = 4

/** A whole transaction, run again where it lost a race. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error
    }
  }
}
