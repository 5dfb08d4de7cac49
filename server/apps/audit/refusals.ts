/** Logs who was refused what, by the rule of a call. */
import type { FastifyRequest } from 'fastify'
import { type CallDeclaration, callId } from '#contract/call.ts'
import type { Deps } from '../../deps.ts'
import { audit } from './store.ts'

/** A person and call are logged once in this time: hammering at a locked door must not fill the disk. */
const QUIET_MS = 60_000

/** What `registerCalls` tells of each refusal. Nobody waits for it: the answer is the same whether it can be logged. */
export function logRefusals({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** When each was logged last, oldest first. */
  const logged = new Map<string, number>()
  return (call: CallDeclaration, { caller, ip, log }: Pick<FastifyRequest, 'caller' | 'ip' | 'log'>): void => {
    if (caller?.kind !== 'session') return
    const at = clock()
    const now = Date.parse(at)
    // A clock that was set back silences nobody for longer.
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
