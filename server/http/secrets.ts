/** Secrets that are handed out but not stored: tokens, keys, tickets and codes. */
import { createHash, randomBytes } from 'node:crypto'

/** The hash of a secret, in hex, which is stored in its place. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Returns a new secret of 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/**
 * Whether a text has the form of a secret made here, after the prefix `begins`. Others are refused without a database
 * query.
 */
export const isSecret = (text: string, begins = '') =>
  text.startsWith(begins) && /^[\w-]{43}$/.test(text.slice(begins.length))
