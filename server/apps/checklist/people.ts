/** People whose checklist is under way and people whose checklist is done (wire.md “Checklist”). */
import type { ChecklistUser, DoneUser, IncompleteUser } from '#contract/apps/checklist.ts'
import type { Db } from '../../db/tables.ts'

export const people = (db: Db) => {
  const found = () =>
    db
      .selectFrom('user')
      .leftJoin('department', 'department.id', 'user.department_id')
      .select([
        'user.id',
        'user.name',
        'email',
        'department.name as department',
        'offboarding',
        'last_day',
        'deactivated',
      ])

  const withTasks = db.selectFrom('user_task').select('user_id')
  const withOpenTasks = withTasks.where('is_checked', '=', 0)

  type Found = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]
  const asUser = ({ id, name, email, department, offboarding, last_day }: Found): ChecklistUser => ({
    id,
    name,
    email,
    empType: department ?? '',
    isOffboarding: offboarding === 1,
    ...(last_day === null ? {} : { lastDay: last_day }),
  })

  return {
    /** Returns the people with an unchecked task, and for each the number of overdue tasks. */
    async incomplete(today: string): Promise<IncompleteUser[]> {
      const rows = await found().where('user.id', 'in', withOpenTasks).execute()
      const late = await withOpenTasks
        .where('due_on', '<', today)
        .groupBy('user_id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .execute()
      const lateOf = new Map(late.map(({ user_id, count }) => [user_id, count]))
      return rows.map((row) => {
        const overdue = lateOf.get(row.id)
        return { ...asUser(row), ...(overdue ? { overdue } : {}) }
      })
    },

    /** Returns the people with nothing left to check, including those who are leaving and have no task. */
    async done(): Promise<DoneUser[]> {
      const rows = await found()
        .where('user.id', 'not in', withOpenTasks)
        .where((eb) => eb.or([eb('user.id', 'in', withTasks), eb('offboarding', '=', 1)]))
        .execute()
      return rows.map((row) => ({ ...asUser(row), deactivated: row.deactivated === 1 }))
    },
  }
}
