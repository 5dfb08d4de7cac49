/**
 * Passwords: argon2id, at most two at work at once and a short queue, so that a wave of sign-ins starves neither the
 * thread pool nor the memory (offline.md §3.5).
 */
// By its default, which a test can watch.
import argon2 from '@node-rs/argon2'
import { Problem } from '../../http/problem.ts'

/** OWASP's floor is 19 MiB and t=2; a sign-in takes some 60 ms with these. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const AT_ONCE = 2

type Go = () => void

interface Queue {
  readonly most: number
  readonly waiting: Go[]
  /** Said to whom there is no room for. */
  readonly full: string
}

const queueOf = (full: string): Queue => ({ most: 32, waiting: [], full: `${full} Please try again in a moment.` })

/** In this order: anybody may register, as often as they like, and keeps nobody waiting by it who has an account. */
const SIGN_INS = queueOf('Too many people are signing in.')
const NEW_PASSWORDS = queueOf('Too many passwords are being set.')
const REGISTRATIONS = queueOf('Too many people are registering.')
const QUEUES = [SIGN_INS, NEW_PASSWORDS, REGISTRATIONS]

let working = 0

/** A slot of one's own, or one handed on by who has finished: a newcomer never slips in between. */
async function takeSlot({ waiting, most, full }: Queue): Promise<void> {
  if (working < AT_ONCE) {
    working++
    return
  }
  if (waiting.length >= most) throw new Problem(503, full, { 'retry-after': '2' })
  await new Promise<void>((go) => waiting.push(go))
}

function leaveSlot(): void {
  const next = QUEUES.find(({ waiting }) => waiting.length > 0)?.waiting.shift()
  if (next) next()
  else working--
}

async function inTurn<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
  await takeSlot(queue)
  try {
    return await work()
  } finally {
    leaveSlot()
  }
}

/** Of “ä” some keyboards send one character and some two, for the same key (RFC 8265 §4.2). */
const composed = (password: string) => password.normalize('NFC')

const hash = (password: string) => argon2.hash(composed(password), PARAMETERS)

export const hashPassword = (password: string) => inTurn(NEW_PASSWORDS, () => hash(password))

/** For somebody who has no account yet. */
export const hashFirstPassword = (password: string) => inTurn(REGISTRATIONS, () => hash(password))

/** No password has it: an unknown account takes as long as a known one. */
const NOBODY = '$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether it is the password behind `stored`; null (no such account) is false, in the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  // As it came: so it was hashed where it was set with an earlier release.
  for (const form of new Set([composed(password), password]))
    if ((await inTurn(SIGN_INS, () => argon2.verify(stored ?? NOBODY, form))) && stored !== null) return true
  return false
}
