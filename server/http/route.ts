/** Binds a declared call to its handler, and says what a handler gets; `register-calls.ts` runs it (offline.md §3.1). */
import type { FastifyRequest } from 'fastify'
import type { AnswerOf, BodyOf, CallDeclaration, ParamsOf, QueryOf } from '#contract/call.ts'
import { isObject } from '#contract/records.ts'
import type { Caller } from '#contract/who.ts'
import type { Db } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Timing } from '../lib/overtaken.ts'
import type { Form } from './form.ts'

/** A caller, with the session behind the token. */
export interface SignedInCaller extends Caller {
  readonly name: string
  /** The session's row; 0 for other tokens. */
  readonly sessionId: number
}

/** The types of bodies that are not JSON, as a handler gets them. */
interface RawBodies {
  readonly form: Form
  readonly text: string
  readonly bytes: Buffer
}

/** Work to do on the database after the change is committed. The answer waits for it. */
export type FollowUp = (db: Deps['db']) => Promise<unknown>

/**
 * What every handler gets for a request, not yet typed by its call. On calls that are not `timed`, `occurredAt` is `now` and
 * `baseRev` is null.
 */
export interface AnyInput extends Timing {
  /** A transaction, except on GET and in `prepare`: there the database itself. */
  readonly db: Db
  /** Without `db`: SQLite has one connection, so a query on it within a transaction would deadlock. */
  readonly deps: Omit<Deps, 'db'>
  /** Null only on calls without authentication, if the request has no (valid) token. */
  readonly caller: SignedInCaller | null
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** Schedules work for after the commit; dropped if the transaction fails. In `run` only. */
  readonly afterwards: (work: FollowUp) => void
  /** The bearer token as sent. */
  readonly token: string | null
  /** The client's address. */
  readonly address: string
  readonly request: FastifyRequest
}

/** What the handler of a call gets. */
export interface Input<C extends CallDeclaration> extends AnyInput {
  readonly caller: C extends { who: { tokens: readonly [] } } ? SignedInCaller | null : SignedInCaller
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C, RawBodies>
}

/** An answer that reports the effect as already present: sent with the call's `repeatStatus`. */
export class AlreadyDone<T> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}
/** Marks an answer as already present: the call's `repeatStatus` is sent instead of its `status`. */
export const alreadyDone = <T>(answer: T) => new AlreadyDone(answer)

/** An answer cached in its wire form with its entity tag: built once for many requests. */
export interface CachedAnswer {
  readonly bytes: Buffer
  readonly tag: string
}
/** Whether an answer is cached in its wire form. */
export const isCachedAnswer = (answer: unknown): answer is CachedAnswer =>
  isObject(answer) && Buffer.isBuffer(answer.bytes)

/** A list too long to hold in memory: read and sent in parts, as fast as the client reads. */
export class Parts<T> {
  readonly #parts: AsyncIterable<readonly T[]>
  constructor(parts: AsyncIterable<readonly T[]>) {
    this.#parts = parts
  }
  async *asJson(): AsyncGenerator<string> {
    let before = '['
    for await (const part of this.#parts) {
      if (part.length === 0) continue
      yield before + part.map((each) => JSON.stringify(each)).join(',')
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }
}

type PartsOf<A> = A extends readonly (infer T)[] ? Parts<T> : never
type Answer<C> =
  | AnswerOf<C>
  | AlreadyDone<AnswerOf<C>>
  | CachedAnswer
  | PartsOf<AnswerOf<C>>
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing
  | (C extends { answer: null } ? void : never)

/** What is known of a request before its rule is checked. */
interface AnyAccessContext extends Pick<AnyInput, 'db' | 'params'> {
  readonly caller: SignedInCaller
}

type AccessContext<C extends CallDeclaration> = AnyAccessContext & Pick<Input<C>, 'params'>

/**
 * A call with its handler. What runs it need not know the types of the call, which the handler has (`route`): these are
 * methods, whose parameters may be of a narrower type.
 */
export interface Route {
  readonly call: CallDeclaration
  /** For rules that also go by a record: whether the record admits a caller whom the rule alone would refuse. */
  admits?(context: AnyAccessContext): Promise<boolean>
  /**
   * Runs before the transaction, on the database itself: slow work (password hashes, images) and effects that must outlive
   * a refusal.
   */
  prepare?(input: Omit<AnyInput, 'afterwards'>): Promise<unknown>
  run(input: AnyInput, prepared: unknown): Promise<unknown>
}

/** Binds a call to its handler. */
export function route<const C extends CallDeclaration>(call: C, run: (input: Input<C>) => Promise<Answer<C>>): Route
export function route<const C extends CallDeclaration, P>(
  call: C,
  steps: {
    prepare: (input: Omit<Input<C>, 'afterwards'>) => Promise<P>
    run: (input: Input<C>, prepared: P) => Promise<Answer<C>>
  },
): Route
export function route<const C extends CallDeclaration & { readonly who: { readonly isByRecord?: true } }>(
  call: C,
  steps: { admits: (context: AccessContext<C>) => Promise<boolean>; run: (input: Input<C>) => Promise<Answer<C>> },
): Route
export function route(call: CallDeclaration, steps: Route['run'] | Omit<Route, 'call'>): Route {
  return typeof steps === 'function' ? { call, run: steps } : { call, ...steps }
}
