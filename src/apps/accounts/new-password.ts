/** Checks of a new password and its repetition, beside those of the contract. */
import type { Objection } from '#src/forms/use-submit.ts'

export interface NewPassword {
  readonly password: string
  readonly confirm: string
}

/** Returns the objection if the two inputs differ (spec §5), else null. */
export const mismatchOf = ({ password, confirm }: NewPassword): Objection | null =>
  password === confirm ? null : { sentence: 'Passwords do not match.', field: 'confirm' }

/** Returns the error of a repetition that is required and empty. */
export const confirmErrors = (confirm: string): { confirm?: string } =>
  confirm === '' ? { confirm: 'Confirm Password is required.' } : {}
