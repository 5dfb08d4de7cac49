/** What a database says in its own words, told apart once for both. */
import { codeOf } from '../lib/error-code.ts'

/** SQLite's file is locked by another process. */
export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** The disk that the database lies on has no room left: SQLite, Postgres, the file system. */
export const isDiskFull = (error: unknown) => ['SQLITE_FULL', '53100', 'ENOSPC'].includes(codeOf(error))

/**
 * SQLite's disk, or that of the files, takes no change at all: it fails, or was made read-only under the portal as Linux
 * does with one that fails. Not where the file was moved, which a restart alone ends, nor EIO, which may be of reading.
 */
export const isDiskReadOnly = (error: unknown) =>
  /^(?:EROFS|SQLITE_READONLY(?:_DIRECTORY)?|SQLITE_IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE|SHMOPEN|SHMSIZE))$/.test(
    codeOf(error),
  )

/** Postgres takes no change: a standby, or one that was made read-only as its disk filled up. */
export const isReadOnly = (error: unknown) => codeOf(error) === '25006'

/** A statement, or a pause within a transaction, that took longer than the portal allows (server/db/open.ts). */
export const isOutOfTime = (error: unknown) => ['57014', '25P03'].includes(codeOf(error))

/** Another change holds a row: for too long, or what is not waited for. */
export const isLocked = (error: unknown) => codeOf(error) === '55P03'

/** What a connection, or the attempt at one, ends with; and what Postgres says as it starts, stops or has no room for another. */
const UNAVAILABLE = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300'],
]
/** What the driver says without a code. */
const DRIVER_SAYS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

/** Postgres is away for a moment, or takes no more connections: another try may find it. */
export const isUnavailable = (error: unknown) =>
  UNAVAILABLE.includes(codeOf(error)) ||
  /^08/.test(codeOf(error)) ||
  (error instanceof Error && DRIVER_SAYS.test(error.message))

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
