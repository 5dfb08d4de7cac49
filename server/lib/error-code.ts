import { isObject } from '#contract/records.ts'

/** Returns the error code that Node, a library or a database gave an error, as `ENOENT` or `23505`; `''` if it has none. */
export const codeOf = (error: unknown): string => (isObject(error) && typeof error.code === 'string' ? error.code : '')
