/** Logs refusals: who was denied which call by its rule. */
import type { FastifyRequest } from 'fastify'
import { type CallDeclaration, callId } from '#contract/call.ts'
import type { Deps } from '../../deps.ts'
import { audit } from './store.ts'

/**
 * A refusal of the same call to the same person is logged once in this time, so that repeated attempts cannot fill the
 * disk.
 */
const QUIET_MS = 60_000

/**
 * Returns the listener that `registerCalls` calls for each refusal. Nothing waits for it: the answer is the same
 * whether or not it can be logged.
 */
export function logRefusals({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Time of the last log entry for each person and call, oldest first. */
  const logged = new Map<string, number>()
  return (call: CallDeclaration, { caller, ip, log }: Pick<FastifyRequest, 'caller' | 'ip' | 'log'>): void => {
    if (caller?.kind !== 'session') return
    const at = clock()
    const now = Date.parse(at)
    // The absolute difference: a clock that was set back does not suppress entries for longer.
    const isRecent = (then: number) => Math.abs(now - then) < QUIET_MS
    for (const [key, then] of logged) {
      if (isRecent(then)) break
      logged.delete(key)
    }
    const key = `${caller.id} ${callId(call)}`
    const last = logged.get(key)
    if (last !== undefined && isRecent(last)) return
    logged.delete(key)
    logged.set(key, now)
    audit(db, { kind: 'refused', actor: caller, subject: { id: null, name: callId(call) }, at, address: ip }).catch(
      (error) => log.error({ err: error }, 'A refusal could not be logged.'),
    )
  }
}
