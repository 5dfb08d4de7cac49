/** What the line does to a request and its answer: the table of mishaps. */
import type { Answer } from './model-server.ts'
import type { Mishap } from './schedule.ts'

export interface Course {
  /** Whether and when the request reaches the server: never, as usual, or long after the client has given up. */
  readonly arrives: 'never' | 'soon' | 'late'
  /** The status with which the portal refuses the request, whatever it says. */
  readonly refusesWith?: number
  /** Returns what the client gets; null: nothing at all. `answer` is null if the request never arrived. */
  readonly reply: (answer: Answer | null, retryAfter: number) => Response | Error | null
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const html = (status: number) =>
  new Response('<html><body>Welcome to our network</body></html>', { status, headers: { 'content-type': 'text/html' } })
const networkError = () => new TypeError('fetch failed')
const passOn = (answer: Answer | null) => (answer ? json(answer.status, answer.body) : networkError())

/** What something in between might answer: in the right shape, but none of it true. */
const forged = () =>
  json(200, {
    _id: 7,
    user: 7,
    userName: '',
    empType: '',
    status: true,
    breakType: '',
    customMessage: 'forged',
    clockOutTime: null,
    rev: 999_999,
  })

const withProperties = (response: Response, as: Partial<Response>): Response => {
  for (const [name, value] of Object.entries(as)) Object.defineProperty(response, name, { value })
  return response
}

/** Breaks the answer off in the middle. */
function cut(answer: Answer | null): Response | Error {
  if (!answer) return networkError()
  const half = JSON.stringify(answer.body).slice(0, 20)
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(half))
      controller.error(networkError())
    },
  })
  return new Response(stream, { status: answer.status, headers: { 'content-type': 'application/json' } })
}

const problem = (status: number, detail: string, retryAfter?: number) =>
  json(status, { detail }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })

/** The course of each mishap. */
export const COURSES: Readonly<Record<Mishap, Course>> = {
  none: { arrives: 'soon', reply: passOn },
  lost: { arrives: 'never', reply: networkError },
  silent: { arrives: 'never', reply: () => null },
  answerLost: { arrives: 'soon', reply: networkError },
  late: { arrives: 'late', reply: () => null },
  signIn: { arrives: 'never', reply: () => problem(401, 'Please sign in.') },
  forbidden: { arrives: 'soon', refusesWith: 403, reply: passOn },
  missing: { arrives: 'soon', refusesWith: 404, reply: passOn },
  invalid: { arrives: 'soon', refusesWith: 422, reply: passOn },
  tooMany: { arrives: 'never', reply: (_, retryAfter) => problem(429, 'Slower, please.', retryAfter) },
  error: { arrives: 'never', reply: () => problem(500, 'Something went wrong.') },
  unavailable: { arrives: 'never', reply: (_, retryAfter) => problem(503, 'Later, please.', retryAfter) },
  errorAfter: { arrives: 'soon', reply: () => problem(500, 'Something went wrong.') },
  bareError: { arrives: 'never', reply: () => html(502) },
  captive: { arrives: 'never', reply: () => html(200) },
  proxyForbidden: { arrives: 'never', reply: () => html(403) },
  redirectRefused: { arrives: 'never', reply: networkError },
  redirected: { arrives: 'never', reply: () => withProperties(forged(), { redirected: true }) },
  opaque: {
    arrives: 'never',
    reply: () => withProperties(new Response(null), { type: 'opaqueredirect', status: 0, ok: false }),
  },
  cut: { arrives: 'soon', reply: cut },
  wrongShape: { arrives: 'never', reply: () => json(200, { ok: true }) },
  wrongShapeAfter: { arrives: 'soon', reply: () => json(200, { ok: true }) },
}
