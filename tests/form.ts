/** Builds multipart form bodies, both as a browser sends them and malformed. */

export interface Part {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  /** The part's headers verbatim, in place of those made from the other fields. */
  readonly head?: string
  readonly body: string | Buffer
}

const BOUNDARY = '----foyer-boundary'

const headOf = ({ name, filename, type, head }: Part) =>
  head ??
  [
    `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${filename === undefined ? '' : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ].join('\r\n')

/** Returns the parts one after the other, followed by `end`. */
export function bodyOf(parts: readonly Part[], boundary = BOUNDARY, end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, part.body, '\r\n'])
  return Buffer.concat([...pieces, end].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
