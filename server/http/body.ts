/** Reads request bodies: JSON only, in valid UTF-8, without characters or numbers that a database or JSON cannot store. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject } from '#contract/records.ts'
import { isStorable } from '#contract/values.ts'
import { badRequest, Problem, tooLarge } from './problem.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw badRequest('The request is not UTF-8.')
  }
}

/** Parses bodies declared as JSON. An empty body is undefined; any other type is refused with 415. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      parse(request, decoded(body), (error, value) =>
        error ? done(badRequest('The request is not JSON.')) : done(null, value),
      )
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    body.length === 0 ? done(null, undefined) : done(new Problem(415, 'This call takes JSON.')),
  )
}

/** How many bytes of a text are kept, from its end: the end of a log is what explains a failure. */
const TAIL_BYTES = 65_536

/** Returns the last bytes of a text (`TAIL_BYTES`) without ever holding all of it. Throws 413 beyond `limit` bytes. */
async function readTail(payload: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let [size, kept] = [0, 0]
  // Keep the stream open: the 413 goes out over the same connection.
  for await (const part of payload.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > limit) throw tooLarge()
    kept += part.length
    parts.push(part)
    for (let [first] = parts; first && kept - first.length >= TAIL_BYTES; [first] = parts) {
      kept -= first.length
      parts.shift()
    }
  }
  return Buffer.concat(parts)
}

/**
 * Makes every body of this (encapsulated) app text, whatever its type. Keeps the end of what a program wrote, with NUL
 * characters replaced so that it can be stored.
 */
export function acceptText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) => {
    if (Number(headers['content-length']) > routeOptions.bodyLimit) throw tooLarge()
    const body = await readTail(payload, routeOptions.bodyLimit).catch((error) => {
      // Drain the rest: a program that is still sending does not read the answer.
      payload.resume()
      throw error instanceof Problem ? error : badRequest('The request arrived incomplete.')
    })
    return body.toString().replaceAll('\0', '\ufffd')
  })
}

/**
 * Makes every body of this (encapsulated) app bytes. A body not declared as application/octet-stream is refused with 415.
 */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    done(null, body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(new Problem(415, 'This call takes bytes (application/octet-stream).')),
  )
}

/**
 * The deepest nesting allowed. No tool nests as deep, and recursive code such as JSON's fails some thousand levels down.
 */
const MAX_DEPTH = 1_000

/**
 * Bytes of a request for each value that it may have. Values of a real request take several times as many; the smallest
 * ones, by the million, would keep everybody waiting while they are checked.
 */
const LEAST_BYTES_PER_VALUE = 10

function refuseText(text: string): void {
  if (!isStorable(text)) throw badRequest('The request contains a character that cannot be stored.')
}

/** Throws 400 if a text, a key of the object, or a number cannot be stored. Looks into no value. */
function refuseValue(value: unknown): void {
  // JSON.parse reads `1e999` as Infinity.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw badRequest('The request contains a number that is too large.')
  if (typeof value === 'string') refuseText(value)
  else if (isObject(value) && !Array.isArray(value)) Object.keys(value).forEach(refuseText)
}

/**
 * Throws 400 if a parsed value has a text (keys included) or a number that cannot be stored, nests too deep, or has more
 * values than `bodyLimit` bytes are meant for. Works level by level instead of recursively: a body may nest as deep as it
 * is long.
 */
export function refuseUnstorable(value: unknown, bodyLimit: number): void {
  let left = bodyLimit / LEAST_BYTES_PER_VALUE
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw badRequest('The request is nested too deep.')
    const next: unknown[] = []
    for (const each of level) {
      refuseValue(each)
      if (!isObject(each)) continue
      const values = Array.isArray(each) ? each : Object.values(each)
      left -= values.length
      if (left < 0) throw badRequest('The request contains too many values.')
      for (const inner of values) next.push(inner)
    }
    level = next
  }
}
