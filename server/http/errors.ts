/** Every error leaves as `{detail}`; what is our own fault carries a request id and nothing else. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy, isDiskFull, isDiskReadOnly, isLocked, isOutOfTime, isReadOnly, isUnavailable } from '../db/errors.ts'
import { codeOf } from '../lib/error-code.ts'
import { methodsAt } from './paths.ts'
import { Problem } from './problem.ts'

const MALFORMED = 'The request is not as it should be.'

/** What Fastify, or who serves its files, refuses by itself, in a person's words. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: MALFORMED,
  408: 'The request took too long to arrive.',
  412: 'This is no longer what was asked for.',
  413: 'This is too large.',
  414: 'This address is too long.',
  415: 'This call takes JSON.',
  431: 'The request’s address or headers are too long.',
}

/** What is nobody's fault in here, and over once somebody has seen to it. */
const PASSING: readonly (readonly [(error: unknown) => boolean, string])[] = [
  [isBusy, 'The database is locked by another program. Please try again.'],
  [isUnavailable, 'The portal cannot reach its database right now. Please try again.'],
  [isLocked, 'The portal has too much to do right now. Please try again.'],
  [isOutOfTime, 'The portal’s database took too long over this. Please try again.'],
  [isDiskFull, 'The portal can save nothing right now: its disk is full. Please tell whoever looks after it.'],
  [
    isDiskReadOnly,
    'The portal can save nothing right now: its disk takes no changes. Please tell whoever looks after it.',
  ],
  [isReadOnly, 'The portal can save nothing right now: its database is read-only. Please tell whoever looks after it.'],
]

function send(reply: FastifyReply, problem: Problem) {
  // Of an answer that failed on its way, before any of it was sent: this one is not compressed.
  reply.removeHeader('content-encoding').raw.removeHeader('content-encoding')
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problem.body))
}

function problemOf(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return new Problem(status, SENTENCES[status] ?? MALFORMED)
  const [, passing] = PASSING.find(([isIt]) => isIt(error)) ?? []
  if (passing) {
    // No place in the code is to blame: there is nothing to look for but what it is called.
    request.log.warn({ code: codeOf(error) || error.message }, passing)
    return new Problem(503, passing, { 'retry-after': '5' })
  }
  request.log.error({ err: error }, 'fault')
  return new Problem(500, `Something went wrong on our side (request ${request.id}).`)
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => send(reply, problemOf(error, request)))
}

/** What node:http could make no request of. */
const UNREADABLE: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Before there is a request there is no reply to send by: the answer is written as it goes over the line. */
export function answerUnreadable({ code = '' }: Error & { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const status = UNREADABLE[code] ?? 400
  const answer = JSON.stringify({ detail: SENTENCES[status] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(answer)}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write([...head, '', answer].join('\r\n'))
  socket.destroy()
}

/** 404 or 405 for what stands under /api and is no call. */
export function answerUnknownCall(request: FastifyRequest, reply: FastifyReply) {
  const methods = methodsAt(request.url.split('?')[0] ?? '')
  if (methods.length === 0) return send(reply, new Problem(404, 'There is no such call.'))
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return send(reply, new Problem(405, `This call takes ${methods.join(' or ')}.`, { allow }))
}
