/** Reading request bodies: JSON alone, in real UTF-8, without anything that a database or JSON could not carry. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** JSON for what declares itself so; an empty body is none; everything else 415. */
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

/** Bytes of a text that are kept, its last ones: of a log the end is what tells. */
const KEPT = 65_536

/** The end of a text of up to so many bytes, which is never held whole. */
async function endOf(payload: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let [size, kept] = [0, 0]
  // Whoever sends too much is answered by the same connection.
  for await (const part of payload.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > most) throw tooLarge()
    kept += part.length
    parts.push(part)
    for (let [first] = parts; first && kept - first.length >= KEPT; [first] = parts) {
      kept -= first.length
      parts.shift()
    }
  }
  return Buffer.concat(parts)
}

/** Every body of this (encapsulated) app is text, whatever its type: the end of what a program wrote, made fit to be kept. */
export function acceptText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) => {
    if (Number(headers['content-length']) > routeOptions.bodyLimit) throw tooLarge()
    const body = await endOf(payload, routeOptions.bodyLimit).catch((error) => {
      // The rest is read and thrown away: a program that is still sending reads no answer.
      payload.resume()
      throw error instanceof Problem ? error : badRequest('Not all of the request has come.')
    })
    return body.toString().replaceAll('\0', '\ufffd')
  })
}

/** Every body of this (encapsulated) app is bytes, and says so; everything else 415. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    done(null, body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(new Problem(415, 'This call takes bytes (application/octet-stream).')),
  )
}

/** Deeper than any tool nests. What goes through a value by recursion, as JSON does, gives up some thousand levels down. */
const DEEPEST = 1_000

/** What an object or a list holds. 400 where a string, a key or a number cannot be stored. */
function partsOf(value: unknown): unknown[] {
  // `1e999`, as JSON is read.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw badRequest('The request contains a number that is too large.')
  const isObject = typeof value === 'object' && value !== null
  const texts = isObject ? Object.keys(value) : typeof value === 'string' ? [value] : []
  if (!texts.every(isStorable)) throw badRequest('The request contains a character that cannot be stored.')
  return isObject ? Object.values(value) : []
}

/**
 * 400 where a text (keys included) or a number in a parsed value cannot be stored, or where it nests too deep. Level by
 * level: a body may nest as deep as it is long.
 */
export function refuseUnstorable(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw badRequest('The request is nested too deep.')
    level = level.flatMap(partsOf)
  }
}
