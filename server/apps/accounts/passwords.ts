/**
 * Passwords: argon2id, at most two at work at once and a short queue, so that a wave of sign-ins starves neither the
 * thread pool nor the memory (offline.md §3.5).
 */
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../http/problem.ts'

/** OWASP's floor is 19 MiB and t=2; a sign-in takes some 60 ms with these. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const AT_ONCE = 2
const QUEUE = 32

let working = 0
const waiting: (() => void)[] = []

/** A slot of one's own, or one handed on by who has finished: a newcomer never slips in between. */
async function takeSlot(): Promise<void> {
  if (working < AT_ONCE) {
    working++
    return
  }
  if (waiting.length >= QUEUE)
    throw new Problem(503, 'Too many people are signing in. Please try again in a moment.', { 'retry-after': '2' })
  await new Promise<void>((go) => waiting.push(go))
}

function leaveSlot(): void {
  const next = waiting.shift()
  if (next) next()
  else working--
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await takeSlot()
  try {
    return await work()
  } finally {
    leaveSlot()
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, PARAMETERS))

/** No password has it: an unknown account takes as long as a known one. */
const NOBODY = '$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Whether it is the password behind `stored`; null (no such account) is false, in the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? NOBODY, password))
  return matches && stored !== null
}
