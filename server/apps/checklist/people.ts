/** People whose checklist is under way and people whose checklist is done (wire.md “Checklist”). */
import type { ChecklistUser, DoneUser, IncompleteUser } from '#contract/apps/checklist.ts'
import type { Db } from '../../db/tables.ts'

const records = (db: Db) =>
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

const withTasks = (db: Db) => db.selectFrom('user_task').select('user_id')
const withOpenTasks = (db: Db) => withTasks(db).where('is_checked', '=', 0)

type UserRecord = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]

const asUser = ({ id, name, email, department, offboarding, last_day }: UserRecord): ChecklistUser => ({
  id,
  name,
  email,
  empType: department ?? '',
  isOffboarding: offboarding === 1,
  ...(last_day === null ? {} : { lastDay: last_day }),
})

/** Returns the people with an unchecked task, and for each the number of overdue tasks. */
export async function listIncompleteUsers(db: Db, today: string): Promise<IncompleteUser[]> {
  const rows = await records(db).where('user.id', 'in', withOpenTasks(db)).execute()
  const late = await withOpenTasks(db)
    .where('due_on', '<', today)
    .groupBy('user_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute()
  const lateOf = new Map(late.map(({ user_id, count }) => [user_id, count]))
  return rows.map((row) => {
    const overdue = lateOf.get(row.id)
    return { ...asUser(row), ...(overdue ? { overdue } : {}) }
  })
}

/** Returns the people with nothing left to check, including those who are leaving and have no task. */
export async function listDoneUsers(db: Db): Promise<DoneUser[]> {
  const rows = await records(db)
    .where('user.id', 'not in', withOpenTasks(db))
    .where((eb) => eb.or([eb('user.id', 'in', withTasks(db)), eb('offboarding', '=', 1)]))
    .execute()
  return rows.map((row) => ({ ...asUser(row), deactivated: row.deactivated === 1 }))
}
