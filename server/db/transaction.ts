/** Transactions that are tried again when they lose a race. */
import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from './errors.ts'
import type { Tables } from './tables.ts'

/** How often a transaction is tried before a lost race counts as a fault. */
const TRIES = 4

/** Runs a whole transaction, and again if it lost a race. */
export async function withRetry<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error
    }
  }
}

/** Runs `work` in a transaction, and again in a new one if it lost a race. */
export const inTransaction = <T>(db: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  withRetry(() => db.transaction().execute(work))
