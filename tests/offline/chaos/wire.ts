/** What the line makes of a request and of its answer: the table of mishaps. */
import type { Answer } from './model-server.ts'
import type { Mishap } from './schedule.ts'

export interface Course {
  /** Whether and when the server gets it: never, as usual, or long after the client has given up. */
  readonly arrives: 'never' | 'soon' | 'late'
  /** The status with which the portal refuses it, whatever it says. */
  readonly refusesWith?: number
  /** What the client gets; null: nothing at all. Of requests that never arrive, `answer` is null. */
  readonly reply: (answer: Answer | null, retryAfter: number) => Response | Error | null
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const html = (status: number) =>
  new Response('<html><body>Welcome to our network</body></html>', { status, headers: { 'content-type': 'text/html' } })
const failure = () => new TypeError('fetch failed')
const honest = (answer: Answer | null) => (answer ? json(answer.status, answer.body) : failure())

/** What somebody else might answer: in the right shape, and true of nothing. */
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

const dressed = (response: Response, as: Partial<Response>): Response => {
  for (const [name, value] of Object.entries(as)) Object.defineProperty(response, name, { value })
  return response
}

/** The answer breaks off in the middle. */
function cut(answer: Answer | null): Response | Error {
  if (!answer) return failure()
  const half = JSON.stringify(answer.body).slice(0, 20)
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(half))
      controller.error(failure())
    },
  })
  return new Response(stream, { status: answer.status, headers: { 'content-type': 'application/json' } })
}

const says = (status: number, detail: string, retryAfter?: number) =>
  json(status, { detail }, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })

/** Each mishap's course. */
export const COURSES: Readonly<Record<Mishap, Course>> = {
  none: { arrives: 'soon', reply: honest },
  lost: { arrives: 'never', reply: failure },
  silent: { arrives: 'never', reply: () => null },
  answerLost: { arrives: 'soon', reply: failure },
  late: { arrives: 'late', reply: () => null },
  signIn: { arrives: 'never', reply: () => says(401, 'Please sign in.') },
  forbidden: { arrives: 'soon', refusesWith: 403, reply: honest },
  missing: { arrives: 'soon', refusesWith: 404, reply: honest },
  invalid: { arrives: 'soon', refusesWith: 422, reply: honest },
  tooMany: { arrives: 'never', reply: (_, retryAfter) => says(429, 'Slower, please.', retryAfter) },
  error: { arrives: 'never', reply: () => says(500, 'Something went wrong.') },
  unavailable: { arrives: 'never', reply: (_, retryAfter) => says(503, 'Later, please.', retryAfter) },
  errorAfter: { arrives: 'soon', reply: () => says(500, 'Something went wrong.') },
  bareError: { arrives: 'never', reply: () => html(502) },
  captive: { arrives: 'never', reply: () => html(200) },
  proxyForbidden: { arrives: 'never', reply: () => html(403) },
  redirectRefused: { arrives: 'never', reply: failure },
  redirected: { arrives: 'never', reply: () => dressed(forged(), { redirected: true }) },
  opaque: {
    arrives: 'never',
    reply: () => dressed(new Response(null), { type: 'opaqueredirect', status: 0, ok: false }),
  },
  cut: { arrives: 'soon', reply: cut },
  wrongShape: { arrives: 'never', reply: () => json(200, { ok: true }) },
  wrongShapeAfter: { arrives: 'soon', reply: () => json(200, { ok: true }) },
}
