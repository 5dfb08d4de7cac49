/** Who chooses the department that they are in: wire.md “Users and permissions”, myperms. */
import type { Caller, Verdict } from './who.ts'

/** True, or the sentence why not: for whoever asks, and beside the field that is greyed. */
export function choosesDepartment({ isCEP, isCepDeptManager }: Caller['permissions']): Verdict {
  if (!isCEP) return 'Only company employees may choose a department.'
  return !isCepDeptManager || 'Your department decides which reports you read. Please ask an admin to change it.'
}
