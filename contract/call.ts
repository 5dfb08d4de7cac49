/**
 * The shape of a call declaration. Each call of the portal is declared once, as data. The server's routes, guards and
 * checks, the OpenAPI page, the page's typed `send(…)`, the worker's allow-list and the permission tests derive from it.
 */
import type * as z from 'zod/mini'
import type { Rule } from './who.ts'

/** Any schema of the contract, from `zod` or `zod/mini`. */
export type Schema = z.ZodMiniType

/**
 * A body that is not JSON. `form`: multipart/form-data with one file and one field. `text`: text for a person, whatever its
 * content type says; no body is read as `''`. `bytes`: the bytes of a file (application/octet-stream).
 */
export type RawBody = 'form' | 'text' | 'bytes'

/** Kinds of change that may wait in the outbox; the page has a handler for each (`src/shell/changes/queued-kinds.ts`). */
export type QueueKind = 'break.log' | 'break.set' | 'etl.fix' | 'mood.submit' | 'pins.set' | 'task.check' | 'tasks.all'

/**
 * Statuses that only some calls answer. 401 and 403 on calls without a token: wrong credentials, and registration that is
 * closed. 404 and 410: what the call is about, though no path names it, does not exist or has ended. 409: a conflict with
 * what is stored. 507: no room for a file.
 */
export type SpecialRefusal = 401 | 403 | 404 | 409 | 410 | 507

/** The declaration of one call. */
export interface CallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Has a trailing slash where the spec has one. `:name` stands for the value of that name in `params`. */
  readonly path: `/api/${string}`
  /** One line for the API page. */
  readonly summary: string
  readonly who: Rule
  readonly params?: Schema
  readonly query?: Schema
  /** Schema of the JSON body, or the kind of a raw body. Left out: no body is read, and it must be empty or `{}`. */
  readonly body?: Schema | RawBody
  /** Schema of a successful answer; null for 204. */
  readonly answer: Schema | null
  /** Spec §7 does not show the answer: another server may send anything or nothing, so the page must not depend on it. */
  readonly unspecifiedAnswer?: true
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 204
  /** Status of a success that found the work already done. */
  readonly repeatStatus?: 200
  /** The call may wait in the outbox, as a change of this kind (offline.md §2.3). */
  readonly queues?: QueueKind
  /** Returns a sentence about the parts of a successful change that were left as others had set them; null for none. */
  readonly leftoverNotice?: (answer: unknown) => string | null
  /** The service worker may cache the answer on the device, for this user only (offline.md §2.12). */
  readonly cached?: true
  /** The answer carries an ETag; the server answers 304 if nothing has changed. */
  readonly etag?: true
  /** Allowed even for a user who must change the password first. */
  readonly beforePasswordChange?: true
  /** Refusals that the other fields do not imply, for the API page. */
  readonly refuses?: readonly SpecialRefusal[]
  /** The answer carries a secret, so it is never stored for an Idempotency-Key. */
  readonly secret?: true
  /** The call understands the headers Occurred-At, Sent-At and Base-Rev. */
  readonly timed?: true
  /** The body may come compressed (Content-Encoding: gzip). */
  readonly gzip?: true
  /** Largest body in bytes, before any compression; 1 MB by default. */
  readonly bodyLimit?: number
  /** Not in spec §7: another server may answer 404, and the page must work without the call. */
  readonly ours?: true
}

/** Declares a call. A declaration without a rule (`who`) does not compile. */
export const call = <const C extends CallDeclaration>(declaration: C): C => declaration

/** Returns the name of a call in lists, in the device's outbox and in the audit log: `PUT /api/onbreak/update/`. */
export const callId = (declaration: CallDeclaration) => `${declaration.method} ${declaration.path}`

/**
 * Whether the call takes an Idempotency-Key, so that a repeat gets the same answer as the first request. A part of a file
 * (`bytes`) needs no key, because its path names its offset in the file.
 */
export const takesKey = ({ method, who, secret, body }: CallDeclaration): boolean =>
  method !== 'GET' && who.tokens.length > 0 && !secret && body !== 'bytes'

type InputOf<S> = S extends Schema ? z.input<S> : undefined
type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type SchemaAt<C, K extends string> = C extends { readonly [P in K]: infer S } ? S : undefined

type RawOr<B, Kinds, Else> = B extends keyof Kinds ? Kinds[B] : Else

/** The input of a call as the sender writes it. `Kinds` maps each raw body to its type on this side. */
export type ParamsIn<C> = InputOf<SchemaAt<C, 'params'>>
export type QueryIn<C> = InputOf<SchemaAt<C, 'query'>>
export type BodyIn<C, Kinds = unknown> = RawOr<SchemaAt<C, 'body'>, Kinds, InputOf<SchemaAt<C, 'body'>>>
/** The input of a call as the server's handler gets it, parsed; and the answer. */
export type ParamsOf<C> = OutputOf<SchemaAt<C, 'params'>>
export type QueryOf<C> = OutputOf<SchemaAt<C, 'query'>>
export type BodyOf<C, Kinds = unknown> = RawOr<SchemaAt<C, 'body'>, Kinds, OutputOf<SchemaAt<C, 'body'>>>
export type AnswerOf<C> = OutputOf<SchemaAt<C, 'answer'>>
/**
 * The answer as the page gets it. Undefined if another server answered an `unspecifiedAnswer` call with something else than
 * the contract's answer.
 */
export type ReceivedAnswerOf<C> = AnswerOf<C> | (C extends { readonly unspecifiedAnswer: true } ? undefined : never)

/** Returns a pattern for the paths that `/api/users/:id/` stands for: any segment for `:id`, trailing slash optional. */
export const patternOf = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`)

/** Fills a path's placeholders: `/api/users/:id/` with `{id: 7}` → `/api/users/7/`. Values are percent-encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
