/** Secrets that are given out and not kept: tokens, keys, tickets and codes. */
import { createHash, randomBytes } from 'node:crypto'

/** What is kept of a secret, in hex. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** 256 random bits, for whatever is a secret. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Whether it can have been made here, behind `begins`: what cannot is refused without a question to the database. */
export const isSecret = (text: string, begins = '') =>
  text.startsWith(begins) && /^[\w-]{43}$/.test(text.slice(begins.length))
