/**
 * Reads forms with a file (multipart/form-data), for the calls that accept nothing else: within limits, and in full before
 * use.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '#contract/apps/applications.ts'
import { codeOf } from '../lib/error-code.ts'
import { badRequest, Problem, tooLarge } from './problem.ts'

/** The parts of a form by name. The client's name and type of a file are dropped: only the content counts. */
export class Form {
  readonly fields = new Map<string, string>()
  readonly files = new Map<string, Buffer>()
}

/** One file and one field: the only call with a form needs no more. */
const LIMITS = {
  files: 1,
  fields: 1,
  parts: 2,
  fieldSize: 1_000,
  fileSize: MAX_IMAGE_BYTES,
  headerPairs: 20,
  headerSize: 8_192,
}

const wrongType = () => new Problem(415, 'This call takes a form with a file (multipart/form-data).')

/** Makes every call of this (encapsulated) app accept forms and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(wrongType()))
  app.register(multipart, { limits: LIMITS })
}

const REFUSALS: Readonly<Record<string, () => Problem>> = {
  FST_REQ_FILE_TOO_LARGE: () => new Problem(413, IMAGE_TOO_LARGE),
  FST_FILES_LIMIT: () => badRequest('Only one file can be sent at once.'),
  FST_FIELDS_LIMIT: () => badRequest('This form has an unexpected field.'),
  FST_PARTS_LIMIT: () => badRequest('This form has an unexpected part.'),
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  // The parser fails only because of the input or because the input stopped.
  return REFUSALS[code]?.() ?? badRequest('The form is incomplete or cannot be read.')
}

/** Rejects as soon as more than `limit` bytes have arrived, parts that the parser skips included. */
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
  const form = new Form()
  let refusal: Problem | null = null
  // Read to the end even after an error: an unread part would block the connection.
  for await (const part of request.parts()) {
    if (part.type === 'file') form.files.set(part.fieldname, await part.toBuffer())
    else if (typeof part.value === 'string' && !part.valueTruncated) form.fields.set(part.fieldname, part.value)
    else refusal ??= badRequest('A field of this form is not a short text.')
  }
  if (refusal) throw refusal
  return form
}

/** Reads the whole form. Throws 415 if it is no form, 413 if it is too large, 400 if it is incomplete or malformed. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const limit = request.routeOptions.bodyLimit
  if (!request.isMultipart()) throw wrongType()
  if (Number(request.headers['content-length']) > limit) throw tooLarge()
  try {
    return await Promise.race([collect(request), refuseBeyond(request.raw, limit)])
  } catch (error) {
    // Drain the rest of the request: the answer would wait behind it.
    request.raw.unpipe()
    request.raw.resume()
    throw problemOf(error)
  }
}

/**
 * The content by which two requests with a form count as the same. Boundaries, file names and declared types may differ
 * between two tries.
 */
export const contentOf = ({ fields, files }: Form) => [
  [...fields],
  [...files].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
]
