/**
 * A call of the portal, declared once as data. From the declarations come the server's routes, guards and checks, the
 * OpenAPI page, the page's typed `send(…)`, the worker's allow-list and the permission tests.
 */
import type * as z from 'zod/mini'
import type { Rule } from './who.ts'

/** Any schema of the contract, full or mini. */
export type Schema = z.ZodMiniType

/**
 * A body that is no JSON: a form of one file and one field (multipart/form-data), text for a person, whatever its type says
 * (none is read as `''`), or the bytes of a file (application/octet-stream).
 */
export type RawBody = 'form' | 'text' | 'bytes'

/** What may wait in the outbox; the page has a handler for each (`src/shell/queued-kinds.ts`). */
export type QueueKind = 'break.log' | 'break.set' | 'etl.fix' | 'mood.submit' | 'pins.set' | 'task.check' | 'tasks.all'

export interface CallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its trailing slash where the spec has one; `:name` for what `params` names. */
  readonly path: `/api/${string}`
  /** One line for the API page. */
  readonly summary: string
  readonly who: Rule
  readonly params?: Schema
  readonly query?: Schema
  /** What the body must be: JSON of this schema, unless it says otherwise. None: nothing is read (an empty body or `{}`). */
  readonly body?: Schema | RawBody
  /** What a success answers; null for 204. */
  readonly answer: Schema | null
  /** Spec §7 does not show what it answers: another server may say anything, or nothing, so the page makes do without. */
  readonly unshown?: true
  /** Of a success: 200 unless said. */
  readonly status?: 200 | 201 | 204
  /** Of a success that found the work done already. */
  readonly again?: 200
  /** May wait in the outbox, under this kind (offline.md §2.3). */
  readonly queues?: QueueKind
  /** Of a success: what it left as others had it, in a sentence for the person; null where it left nothing. */
  readonly leaves?: (answer: unknown) => string | null
  /** The worker may keep the answer on the device, for this user (offline.md §2.12). */
  readonly cached?: true
  /** Answers with an ETag, and 304 where nothing has changed. */
  readonly etag?: true
  /** A user who must change the password first may call it all the same. */
  readonly beforePasswordChange?: true
  /** Refusals that none of the above tells of: what the body names is not there (404), or is over (410). */
  readonly refuses?: readonly (404 | 410)[]
  /** Its answer carries a secret: no idempotency row keeps it. */
  readonly secret?: true
  /** Understands Occurred-At, Sent-At and Base-Rev. */
  readonly timed?: true
  /** The body may come compressed (Content-Encoding: gzip). */
  readonly gzip?: true
  /** Largest body in bytes, before any compression, where it is not the usual 1 MB. */
  readonly bodyLimit?: number
  /** Not in spec §7: other servers may answer 404, and the page must do without. */
  readonly ours?: true
}

/** Declares a call. A call without a rule does not compile. */
export const call = <const C extends CallDeclaration>(declaration: C): C => declaration

/** `PUT /api/onbreak/update/`: how a call is named in lists, in the device's outbox and in the audit log. */
export const callId = (declaration: CallDeclaration) => `${declaration.method} ${declaration.path}`

/** Whether a repeat under the same Idempotency-Key is answered the same. Each part of a file names its place in it: it needs no key. */
export const takesKey = ({ method, who, secret, body }: CallDeclaration): boolean =>
  method !== 'GET' && who.tokens.length > 0 && !secret && body !== 'bytes'

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined
type Of<C, K extends string> = C extends { readonly [P in K]: infer S } ? S : undefined

type Raw<B, Kinds, Else> = B extends keyof Kinds ? Kinds[B] : Else

/** As the caller gives it. `Kinds`: what a raw body is on this side. */
export type ParamsIn<C> = In<Of<C, 'params'>>
export type QueryIn<C> = In<Of<C, 'query'>>
export type BodyIn<C, Kinds = unknown> = Raw<Of<C, 'body'>, Kinds, In<Of<C, 'body'>>>
/** As the handler gets it. */
export type ParamsOf<C> = Out<Of<C, 'params'>>
export type QueryOf<C> = Out<Of<C, 'query'>>
export type BodyOf<C, Kinds = unknown> = Raw<Of<C, 'body'>, Kinds, Out<Of<C, 'body'>>>
export type AnswerOf<C> = Out<Of<C, 'answer'>>
/** As the page gets it: undefined where another server said something else. */
export type HeardOf<C> = AnswerOf<C> | (C extends { readonly unshown: true } ? undefined : never)

/** What `/api/users/:id/` stands for: any part in the place of `:id`, its last slash or none. */
export const patternOf = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`)

/** `/api/users/:id/` with `{id: 7}` → `/api/users/7/`. */
export const fillPath = (path: string, params: Readonly<Record<string, string | number>> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
