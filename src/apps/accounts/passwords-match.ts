import type { Objection } from '#src/forms/use-submit.ts'

/** Returns the objection if the two inputs of a new password differ (spec §5), else null. */
export const mismatchOf = ({ password, confirm }: { password: string; confirm: string }): Objection | null =>
  password === confirm ? null : { sentence: 'Passwords do not match.', field: 'confirm' }
