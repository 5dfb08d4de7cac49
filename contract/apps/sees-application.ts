/** Apart from the calls, which every launch loads: wire.md “Applications”. */
import { admin, either, has, type Rule } from '../who.ts'
import { BUILT_IN } from './applications.ts'

/** Who sees an application in the list: admins all, others by the built-in's flag; what an admin made, company employees. */
export function seesApplication(hardId: number | null): Rule {
  const flag = hardId === null ? 'isCEP' : (BUILT_IN[hardId]?.flag ?? null)
  return flag === null ? admin : either(admin, has(flag))
}
