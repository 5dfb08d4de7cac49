/** Who may make a call (wire.md §1, §2): checked when the headers have arrived, and again in the transaction of a change. */
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallDeclaration } from '#contract/call.ts'
import type { Db } from '../db/tables.ts'
import { forbidden, unauthorized } from './problem.ts'
import type { Route, SignedInCaller } from './route.ts'
import { bearer } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller that the bearer token belongs to; null if there is no token or it is not (or no longer) valid. */
    caller: SignedInCaller | null
  }
}

/** Called for each call that its rule refuses to a known caller. */
type OnRefusal = (call: CallDeclaration, request: FastifyRequest) => void

/** Whether the record that the path names admits a caller whom the rule alone would refuse. */
async function recordAdmits({ call, admits }: Route, { params }: FastifyRequest, caller: SignedInCaller, db: Db) {
  if (!admits || !call.params) return false
  const named = z.safeParse(call.params, params)
  return named.success && (await admits({ db, caller, params: named.data }))
}

/**
 * Returns the caller that a token belongs to, as seen by a database or a transaction on it; null if there is none (any
 * more).
 */
type CallerOf = (db: Db, token: string) => Promise<SignedInCaller | null>

/** What access control needs for every call. */
export interface AccessControl {
  readonly callerOf: CallerOf
  readonly onRefusal: OnRefusal
}

export type GuardedRoute = Route & AccessControl

/** Returns if the caller may make the call; throws 401 or 403 otherwise (wire.md §1, §2). */
export async function admit(route: GuardedRoute, request: FastifyRequest, db: Db): Promise<void> {
  const { call } = route
  const { caller } = request
  if (call.who.tokens.length === 0) return
  if (!caller || !call.who.tokens.includes(caller.kind)) throw unauthorized()
  if (caller.kind === 'session' && !caller.permissions.changed_password && !call.beforePasswordChange)
    throw forbidden('Change your password first.')
  const verdict = call.who.allows(caller, request.params as Record<string, string>)
  if (verdict === true || (await recordAdmits(route, request, caller, db))) return
  route.onRefusal(call, request)
  throw forbidden(verdict)
}

/**
 * Checks access again, in the transaction of the change: the body may arrive long after the headers, and rights may have
 * ended meanwhile.
 */
export async function admitAgain(route: GuardedRoute, request: FastifyRequest, db: Db): Promise<void> {
  if (route.call.who.tokens.length === 0) return
  request.caller = await route.callerOf(db, bearer(request) ?? '')
  await admit(route, request, db)
}
