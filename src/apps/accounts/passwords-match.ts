import type { Objection } from '#src/forms/use-submit.ts'

/** A new password is typed twice (spec §5). What is said where the two differ, or null. */
export const mismatchOf = ({ password, confirm }: { password: string; confirm: string }): Objection | null =>
  password === confirm ? null : { sentence: 'Passwords do not match.', field: 'confirm' }
