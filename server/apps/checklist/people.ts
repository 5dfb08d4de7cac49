/** Whose checklist is under way and whose is done (wire.md “Checklist”). */
import type { ChecklistUser, DoneUser } from '#contract/apps/checklist.ts'
import type { Db } from '../../db/tables.ts'

export const people = (db: Db) => {
  const found = () =>
    db
      .selectFrom('user')
      .leftJoin('department', 'department.id', 'user.department_id')
      .select(['user.id', 'user.name', 'email', 'department.name as department', 'offboarding', 'deactivated'])

  const withTasks = db.selectFrom('user_task').select('user_id')
  const withOpenTasks = withTasks.where('is_checked', '=', 0)

  type Found = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]
  const asUser = ({ id, name, email, department, offboarding }: Found): ChecklistUser => ({
    id,
    name,
    email,
    empType: department ?? '',
    isOffboarding: offboarding === 1,
  })

  return {
    /** Those with an unchecked task. */
    async incomplete(): Promise<ChecklistUser[]> {
      const rows = await found().where('user.id', 'in', withOpenTasks).execute()
      return rows.map(asUser)
    },

    /** Those with nothing left to check; who is leaving and has no task is one of them. */
    async done(): Promise<DoneUser[]> {
      const rows = await found()
        .where('user.id', 'not in', withOpenTasks)
        .where((eb) => eb.or([eb('user.id', 'in', withTasks), eb('offboarding', '=', 1)]))
        .execute()
      return rows.map((row) => ({ ...asUser(row), deactivated: row.deactivated === 1 }))
    },
  }
}
