/** Reading forms with a file (multipart/form-data): for the calls that take one alone, within limits, whole before it is used. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LARGEST_IMAGE } from '#contract/apps/applications.ts'
import { codeOf } from '../lib/error-code.ts'
import { badRequest, Problem, tooLarge } from './problem.ts'

/** What came, by the names of the parts. What the client says of a file (name, type) is not kept: only content counts. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Buffer>
}

/** One file and one field, as the one call that takes a form has them. */
const LIMITS = {
  files: 1,
  fields: 1,
  parts: 2,
  fieldSize: 1_000,
  fileSize: LARGEST_IMAGE,
  headerPairs: 20,
  headerSize: 8_192,
}

const wrongType = () => new Problem(415, 'This call takes a form with a file (multipart/form-data).')

/** Makes every call of this (encapsulated) app one that takes a form, and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(wrongType()))
  app.register(multipart, { limits: LIMITS })
}

const REFUSALS: Readonly<Record<string, () => Problem>> = {
  FST_REQ_FILE_TOO_LARGE: () => new Problem(413, 'The file is larger than 5 MB.'),
  FST_FILES_LIMIT: () => badRequest('Only one file can be sent at once.'),
  FST_FIELDS_LIMIT: () => badRequest('This form has a field too many.'),
  FST_PARTS_LIMIT: () => badRequest('This form has a part too many.'),
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  // The parser stumbles over nothing but what came, or what stopped coming.
  return REFUSALS[code]?.() ?? badRequest('The form is incomplete or cannot be read.')
}

/** Fails as soon as more than `limit` bytes have come: parts that the parser skips count as well. */
function refuseBeyond(raw: IncomingMessage, limit: number): Promise<never> {
  let received = 0
  return new Promise((_, reject) => {
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) reject(tooLarge())
    })
  })
}

async function collect(request: FastifyRequest): Promise<Form> {
  const fields = new Map<string, string>()
  const files = new Map<string, Buffer>()
  let refusal: Problem | null = null
  // To the end, also where something is wrong: a part that nobody reads would hold up the connection.
  for await (const part of request.parts()) {
    if (part.type === 'file') files.set(part.fieldname, await part.toBuffer())
    else if (typeof part.value === 'string' && !part.valueTruncated) fields.set(part.fieldname, part.value)
    else refusal ??= badRequest('A field of this form is not a short text.')
  }
  if (refusal) throw refusal
  return { fields, files }
}

/** Reads the whole form. 415 where it is none, 413 where it is too large, 400 where it does not hold together. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const limit = request.routeOptions.bodyLimit
  if (!request.isMultipart()) throw wrongType()
  if (Number(request.headers['content-length']) > limit) throw tooLarge()
  try {
    return await Promise.race([collect(request), refuseBeyond(request.raw, limit)])
  } catch (error) {
    // What still comes is thrown away, or the answer would wait behind it.
    request.raw.unpipe()
    request.raw.resume()
    throw problemOf(error)
  }
}

/** What of a form makes it the same request: boundaries, file names and declared types may differ between two tries. */
export const contentOf = ({ fields, files }: Form) => [
  [...fields],
  [...files].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
]
