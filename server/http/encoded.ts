/** Decodes request bodies with a Content-Encoding: gzip for the calls that accept it, up to the call's size limit. */
import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyRequest, preParsingAsyncHookHandler, RequestPayload } from 'fastify'
import type { CallDeclaration } from '#contract/call.ts'
import { badRequest, Problem, tooLarge } from './problem.ts'

/**
 * Returns the decompressed body. Fails with 413 beyond `limit` bytes, compressed or not, and with 400 if it is not gzip.
 */
function inflate(payload: Readable, limit: number): RequestPayload {
  const gunzip = createGunzip()
  let size = 0
  const inflated = Object.assign(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > limit) done(tooLarge())
        else done(null, chunk)
      },
    }),
    { receivedEncodedLength: 0 },
  )
  payload.on('data', (chunk: Buffer) => {
    inflated.receivedEncodedLength += chunk.length
    // A gzip stream of empty members decompresses to nothing, so its compressed size is limited too.
    if (inflated.receivedEncodedLength > limit) inflated.destroy(tooLarge())
  })
  payload.once('close', () => payload.readableEnded || gunzip.destroy())
  gunzip.on('error', () => inflated.destroy(badRequest('The request is not gzip, or arrived incomplete.')))
  inflated.on('close', () => {
    // Stop decompressing once nobody reads, and drain the rest of the request: the answer would wait behind it.
    payload.unpipe(gunzip)
    payload.resume()
    gunzip.destroy()
  })
  payload.pipe(gunzip).pipe(inflated)
  return inflated
}

const encodingOf = ({ headers }: FastifyRequest) => headers['content-encoding']?.trim().toLowerCase() || 'identity'

/** A `preParsing` hook for a call: decodes the body, or throws 415 for an encoding that the call does not accept. */
export function readEncoded(call: CallDeclaration): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    const encoding = encodingOf(request)
    if (encoding === 'identity') return payload
    if (call.gzip && (encoding === 'gzip' || encoding === 'x-gzip'))
      return inflate(payload as Readable, request.routeOptions.bodyLimit)
    throw call.gzip
      ? new Problem(415, 'This call takes gzip, or no encoding at all.', { 'accept-encoding': 'gzip, identity' })
      : new Problem(415, 'This call takes no Content-Encoding.', { 'accept-encoding': 'identity' })
  }
}
