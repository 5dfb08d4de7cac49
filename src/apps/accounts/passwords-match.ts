/** A new password is typed twice (spec §5). */
export const MISMATCH = 'Passwords do not match.'

interface TwoPasswords {
  readonly password: string
  readonly confirm: string
}

export const passwordsMatch = ({ password, confirm }: TwoPasswords) => password === confirm
