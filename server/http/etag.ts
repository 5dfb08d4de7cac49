/** Entity tags: whether the client has this already. */
import { createHash } from 'node:crypto'

/** Of an answer: weak, since it may be compressed on its way. */
export const entityTag = (answer: string) =>
  `W/"${createHash('sha256').update(answer).digest('base64url').slice(0, 27)}"`

/** RFC 9110 §13.1.2: weak comparison against a list of tags. */
export const matches = (ifNoneMatch: string, tag: string) => {
  const opaque = (each: string) => each.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => opaque(each) === opaque(tag))
}
