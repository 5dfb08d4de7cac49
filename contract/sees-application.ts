/** Who sees which application: wire.md “Applications”. Apart from the calls, because every launch loads those. */
import { BUILT_IN } from './apps/applications.ts'
import { admin, either, has, type Rule } from './who.ts'

/**
 * Returns the rule for seeing an application in the list. Admins see all of them, others the built-in ones that their flags
 * allow; an application that an admin made is seen by company employees.
 */
export function seesApplication(hardId: number | null): Rule {
  const flag = hardId === null ? 'isCEP' : (BUILT_IN[hardId]?.flag ?? null)
  return flag === null ? admin : either(admin, has(flag))
}
