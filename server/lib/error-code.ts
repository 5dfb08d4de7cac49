/** What Node, a library or a database calls what went wrong: `ENOENT`, `23505`; `''` where it has no name. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''
