/** Who may choose their own department: wire.md “Users and permissions”, myperms. */
import type { Caller, Verdict } from './who.ts'

/** Returns true, or the reason why not: the server refuses with it, and the page shows it beside the disabled field. */
export function choosesDepartment({ isCEP, isCepDeptManager }: Caller['permissions']): Verdict {
  if (!isCEP) return 'Only company employees may choose a department.'
  return !isCepDeptManager || 'Your department decides which reports you read. Please ask an admin to change it.'
}
