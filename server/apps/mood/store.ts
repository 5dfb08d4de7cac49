/** What other apps change of reports. These outlive people and departments: who is gone is called what they were called last (wire.md “Users and permissions”). */
import type { Db } from '../../db/tables.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Before the user is deleted. */
export async function keepNameOfUser(db: Db, { id, name }: Named): Promise<void> {
  await db.updateTable('mood_report').set({ user_name: name }).where('user_id', '=', id).execute()
  await db.updateTable('mood_report').set({ nominated_name: name }).where('nominated_id', '=', id).execute()
}

/** Before the department is deleted. */
export async function keepNameOfDepartment(db: Db, { id, name }: Named): Promise<void> {
  await db
    .updateTable('mood_report')
    .set({ manager_department: name })
    .where('manager_department_id', '=', id)
    .execute()
}
