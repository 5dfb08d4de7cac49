/**
 * Hashes and checks passwords with argon2id. At most two hashes are computed at once, and the queues are short, so that
 * a wave of sign-ins exhausts neither the thread pool nor the memory (offline.md §3.5).
 */
// The default export, which a test can spy on.
import argon2 from '@node-rs/argon2'
import { LIMITS } from '#contract/values.ts'
import { Problem } from '../../http/problem.ts'

/** OWASP's minimum is 19 MiB and t=2; with these values a sign-in takes about 60 ms. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const MAX_CONCURRENT = 2

interface HashQueue {
  readonly maxWaiting: number
  /** Starts each waiting hash, the oldest first. */
  readonly waiting: (() => void)[]
  /** The message for a request that the queue has no room for. */
  readonly fullMessage: string
}

const queueOf = (full: string): HashQueue => ({
  maxWaiting: 32,
  waiting: [],
  fullMessage: `${full} Please try again in a moment.`,
})

/** In order of priority: anybody may register as often as they like, and must not delay people who have an account. */
const SIGN_INS = queueOf('Too many people are signing in.')
const NEW_PASSWORDS = queueOf('Too many passwords are being set right now.')
const REGISTRATIONS = queueOf('Too many people are registering.')
const QUEUES = [SIGN_INS, NEW_PASSWORDS, REGISTRATIONS]

let running = 0

/**
 * Takes a free slot, or waits for one. A released slot goes straight to the next in the queue, so that a newcomer never
 * slips in between. Throws 503 if the queue is full.
 */
async function acquireSlot({ waiting, maxWaiting, fullMessage }: HashQueue): Promise<void> {
  if (running < MAX_CONCURRENT) {
    running++
    return
  }
  if (waiting.length >= maxWaiting) throw new Problem(503, fullMessage, { 'retry-after': '2' })
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function releaseSlot(): void {
  const next = QUEUES.find(({ waiting }) => waiting.length > 0)?.waiting.shift()
  if (next) next()
  else running--
}

async function withSlot<T>(queue: HashQueue, work: () => Promise<T>): Promise<T> {
  await acquireSlot(queue)
  try {
    return await work()
  } finally {
    releaseSlot()
  }
}

/** Some keyboards send “ä” as one character and some as two, for the same key (RFC 8265 §4.2). */
const normalized = (password: string) => password.normalize('NFC')

const hash = (password: string) => argon2.hash(normalized(password), PARAMETERS)

/** Hashes a new password. Throws 503 if too many are being set. */
export const hashPassword = (password: string) => withSlot(NEW_PASSWORDS, () => hash(password))

/** Hashes the password of somebody who has no account yet. */
export const hashFirstPassword = (password: string) => withSlot(REGISTRATIONS, () => hash(password))

/** The hash of no password: an unknown account takes as long as a known one. */
const DUMMY_HASH = '$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Longest text, in UTF-16 units, that normalising could turn into a permitted password. */
const LONGEST = 4 * LIMITS.passwordMaxBytes

/**
 * Whether the password matches the hash `stored`. Null (no such account) is false, after the same time. A longer text than
 * any password is false at once: to normalise a megabyte, which anybody may send, would take minutes.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (password.length > LONGEST) return false
  // Also as it was typed: earlier releases hashed passwords without normalising them.
  for (const form of new Set([normalized(password), password]))
    if ((await withSlot(SIGN_INS, () => argon2.verify(stored ?? DUMMY_HASH, form))) && stored !== null) return true
  return false
}
