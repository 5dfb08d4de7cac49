/** Entity tags, by which a client asks whether its copy is current. */
import { createHash } from 'node:crypto'

/** Makes the tag of an answer. Weak, since the answer may be compressed on its way. */
export const entityTag = (answer: string) =>
  `W/"${createHash('sha256').update(answer).digest('base64url').slice(0, 27)}"`

/** Whether a tag is in an If-None-Match list, by weak comparison (RFC 9110 §13.1.2). */
export const matches = (ifNoneMatch: string, tag: string) => {
  const opaque = (each: string) => each.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => opaque(each) === opaque(tag))
}
