/** A new password is typed twice (spec §5). The sentence where the two differ, or null. */
export const mismatchOf = ({ password, confirm }: { password: string; confirm: string }): string | null =>
  password === confirm ? null : 'Passwords do not match.'
