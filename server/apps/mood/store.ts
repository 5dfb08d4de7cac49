/**
 * What other apps change of reports, and may know of them. Reports outlive people and departments: who is gone is called
 * what they were called last (wire.md “Users and permissions”).
 */
import { scopesOf } from '#contract/apps/mood.ts'
import type { Db } from '../../db/tables.ts'
import type { SignedIn } from '../../http/route.ts'
import { addDays, DAYS_OF_WEEK } from '../../lib/company-time.ts'
import { companyFigures } from './figures.ts'
import { endOfWeek, weekAt } from './periods.ts'
import { readerOf } from './reports.ts'
import type { Today } from './weeks.ts'

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

interface Asked extends Today {
  /** Days of the company's calendar, both included. */
  readonly from: string
  readonly to: string
  readonly caller: SignedIn
}

/** The weeks that touch this time and are over; neither a figure nor a count tells the reader of fewer than five other people. */
export async function companyWeeks(db: Db, { from, to, now, timeZone, caller }: Asked) {
  const weeks = await db
    .selectFrom('mood_period')
    .select(['id', 'start_date'])
    .where('start_date', '>', addDays(from, -DAYS_OF_WEEK))
    .where('start_date', '<=', to)
    .where('start_date', '<', weekAt(now, timeZone))
    .orderBy('start_date')
    .execute()
  if (weeks.length === 0) return []
  const [widest] = scopesOf(caller)
  const figures = await companyFigures(db, { weeks, now, timeZone, reader: await readerOf(db, caller.id), widest })
  return weeks.map((each) => {
    const week = { startDate: each.start_date, endDate: endOfWeek(each.start_date) }
    const told = figures(each)
    if (!told) return { ...week, sent: null, averages: null }
    const { sent, ...averages } = told
    return { ...week, sent, averages }
  })
}
