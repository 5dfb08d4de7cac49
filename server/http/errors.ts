/** Answers every error with `{detail}`. A fault of the server carries a request id and nothing else. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy, isDiskFull, isDiskReadOnly, isLocked, isReadOnly, isTimeout, isUnavailable } from '../db/errors.ts'
import { codeOf } from '../lib/error-code.ts'
import { methodsAt } from './paths.ts'
import { JSON_TYPE, Problem } from './problem.ts'

const MALFORMED = 'The request is not as it should be.'

/** Sentences for the 4xx errors of Fastify and its static file server. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: MALFORMED,
  408: 'The request took too long to arrive.',
  412: 'This is no longer what was asked for.',
  413: 'This is too large.',
  414: 'This address is too long.',
  415: 'This call takes JSON.',
  431: 'The request’s address or headers are too long.',
}

/** Temporary conditions, not faults of the code: answered with 503. They pass, some only once an admin attends to them. */
const PASSING: readonly (readonly [(error: unknown) => boolean, string])[] = [
  [isBusy, 'The database is locked by another program. Please try again.'],
  [isUnavailable, 'The portal cannot reach its database right now. Please try again.'],
  [isLocked, 'The portal has too much to do right now. Please try again.'],
  [isTimeout, 'The portal’s database took too long over this. Please try again.'],
  [isDiskFull, 'The portal cannot save anything right now: its disk is full. Please tell your administrator.'],
  [
    isDiskReadOnly,
    'The portal cannot save anything right now: its disk does not accept changes. Please tell your administrator.',
  ],
  [isReadOnly, 'The portal cannot save anything right now: its database is read-only. Please tell your administrator.'],
]

/** Answers with the problem. Needed only where nothing catches one that is thrown. */
export function sendProblem(reply: FastifyReply, problem: Problem) {
  // The failed answer may have announced a content encoding before anything was sent; this body is not compressed.
  reply.removeHeader('content-encoding').raw.removeHeader('content-encoding')
  return reply.code(problem.status).headers(problem.headers).type(JSON_TYPE).send(JSON.stringify(problem.body))
}

function problemOf(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new Problem(status, SENTENCES[status] ?? MALFORMED)
  const [, passing] = PASSING.find(([isIt]) => isIt(error)) ?? []
  if (passing) {
    // No stack trace: the cause is outside our code, so the error's code says all there is to know.
    request.log.warn({ code: codeOf(error) || error.message }, passing)
    return new Problem(503, passing, { 'retry-after': '5' })
  }
  request.log.error({ err: error }, 'fault')
  return new Problem(500, `Something went wrong on our side (request ${request.id}).`)
}

/** Installs the error handler. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => sendProblem(reply, problemOf(error, request)))
}

/** Statuses for errors of node:http from before there is a request; any other error is a 400. */
const UNREADABLE: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers an unreadable request. There is no reply object yet, so the raw response is written to the socket. */
export function answerUnreadable({ code = '' }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const status = UNREADABLE[code] ?? 400
  const answer = JSON.stringify({ detail: SENTENCES[status] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(answer)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write([...head, '', answer].join('\r\n'))
  socket.destroy()
}

/** Answers 404 or 405 to a request under /api that matches no call. */
export function answerUnknownCall(request: FastifyRequest, reply: FastifyReply) {
  const methods = methodsAt(request.url.split('?')[0] ?? '')
  if (methods.length === 0) return sendProblem(reply, new Problem(404, 'There is no such call.'))
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return sendProblem(reply, new Problem(405, `This call takes ${methods.join(' or ')}.`, { allow }))
}
