/**
 * Binds a declared call to its handler. Every request passes the same way: session → rule → schema → [prepare] →
 * one transaction {idempotency row, effect, revision, feed} → answer (offline.md §3.1).
 */
import type { FastifyRequest } from 'fastify'
import type { AnswerOf, BodyOf, CallDeclaration, ParamsOf, QueryOf } from '#contract/call.ts'
import type { Caller } from '#contract/who.ts'
import type { Db } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Form } from './form.ts'

/** Who calls, with the session behind the token. */
export interface SignedIn extends Caller {
  readonly name: string
  /** The session's row; 0 for other tokens. */
  readonly sessionId: number
}

/** What is no JSON, as a handler gets it. */
interface RawBodies {
  readonly form: Form
  readonly text: string
  readonly bytes: Buffer
}

/** What is done once the change is committed, on the bare database; the answer waits for it. */
export type Work = (db: Deps['db']) => Promise<unknown>

export interface Input<C extends CallDeclaration> {
  /** A transaction on everything but GET; there, and in `prepare`, the bare database. */
  readonly db: Db
  /** Without the database: SQLite has one connection, and within a transaction would wait for itself. */
  readonly deps: Omit<Deps, 'db'>
  /** Null on calls for anyone that came without a (valid) token. */
  readonly caller: C extends { who: { tokens: readonly [] } } ? SignedIn | null : SignedIn
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C, RawBodies>
  /** Does this once the transaction is through, and not at all where it is not. Of `run` alone. */
  readonly afterwards: (work: Work) => void
  /** When the request came in. */
  readonly now: string
  /** Of `timed` calls: when the person did it (clamped), and the `rev` they saw (null: not said). Otherwise `now` and null. */
  readonly occurredAt: string
  readonly baseRev: number | null
  /** The bearer token as it came. */
  readonly token: string | null
  /** The client's address. */
  readonly address: string
  readonly request: FastifyRequest
}

/** An answer with the status of “found done already” (`again` of the call). */
export class Again<T> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}
/** Marks an answer as “it was so already”: the call's `again` status instead of its `status`. */
export const again = <T>(answer: T) => new Again(answer)

/** An answer that is kept as it goes over the wire, with its entity tag: made once, however often it is asked for. */
export interface Kept {
  readonly bytes: Buffer
  readonly tag: string
}
export const isKept = (answer: unknown): answer is Kept =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && Buffer.isBuffer(answer.bytes)

/** A list that is too long to be held: read and sent part by part, as fast as the reader takes it. */
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
  | Again<AnswerOf<C>>
  | Kept
  | PartsOf<AnswerOf<C>>
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing
  | (C extends { answer: null } ? void : never)

/** What is known of a request before its rule is passed. */
export type Knock<C extends CallDeclaration> = Pick<Input<C>, 'db' | 'params'> & { readonly caller: SignedIn }

export interface Route {
  readonly call: CallDeclaration
  /** Of rules that go by a record too: whether it lets somebody in whom the rule alone would not. */
  readonly opens?: (knock: Knock<never>) => Promise<boolean>
  /** Runs before the transaction, on the bare database: slow work (password hashes, images) and what must outlive a refusal. */
  readonly prepare?: (input: Input<never>) => Promise<unknown>
  readonly run: (input: Input<never>, prepared: never) => Promise<unknown>
}

/** Binds a call to what it does. */
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
  steps: { opens: (knock: Knock<C>) => Promise<boolean>; run: (input: Input<C>) => Promise<Answer<C>> },
): Route
export function route(call: CallDeclaration, steps: Route['run'] | Omit<Route, 'call'>): Route {
  return typeof steps === 'function' ? { call, run: steps } : { call, ...steps }
}
