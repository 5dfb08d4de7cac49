/** Classifies the errors of both databases. */
import { codeOf } from '../lib/error-code.ts'

/** SQLite's file is locked by another process. */
export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** The disk of the database is full, or the portal's share of it is used up: SQLite, Postgres or the file system. */
export const isDiskFull = (error: unknown) => ['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))

/**
 * The disk of SQLite or of the files takes no writes: it fails, or was made read-only meanwhile, as Linux does with a
 * failing disk. Does not match a moved file, which needs a restart, nor plain EIO, which may stem from reading.
 */
export const isDiskReadOnly = (error: unknown) =>
  /^(?:EROFS|SQLITE_READONLY(?:_DIRECTORY)?|SQLITE_IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE|SHMOPEN|SHMSIZE))$/.test(
    codeOf(error),
  )

/** Postgres takes no writes: it is a standby, or was made read-only as its disk filled up. */
export const isReadOnly = (error: unknown) => codeOf(error) === '25006'

/** A statement, or an idle transaction, took longer than the portal allows (server/db/open.ts). */
export const isTimeout = (error: unknown) => ['57014', '25P03'].includes(codeOf(error))

/** Another change holds a row lock: for longer than the lock timeout, or at all where the statement does not wait. */
export const isLocked = (error: unknown) => codeOf(error) === '55P03'

/**
 * Error codes of a connection, or of the attempt to open one; and those of a Postgres that starts, stops or has no
 * connection left.
 */
const UNAVAILABLE = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300'],
]
/** Messages of the driver that come without a code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/

/** Postgres is temporarily unreachable or takes no more connections; a retry may succeed. */
export const isUnavailable = (error: unknown) =>
  UNAVAILABLE.includes(codeOf(error)) ||
  /^08/.test(codeOf(error)) ||
  (error instanceof Error && DRIVER_MESSAGES.test(error.message))

/** A unique index or primary key was violated. */
export const isUniqueViolation = (error: unknown) =>
  ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))

/**
 * The transaction lost a race and a retry may succeed: serialization failure, deadlock, lock timeout; or, after the
 * transaction had looked, another one wrote the same row or deleted the row that a new one refers to. The retry sees that
 * change.
 */
export const isRetryable = (error: unknown) => ['40001', '40P01', '55P03', '23503', '23505'].includes(codeOf(error))
