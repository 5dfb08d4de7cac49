/**
 * The functions of mood reports for other apps. Reports outlive people and departments, which then keep the name they
 * had last (wire.md “Users and permissions”).
 */
import { scopesOf } from '#contract/apps/mood.ts'
import type { Db } from '../../db/tables.ts'
import type { SignedInCaller } from '../../http/route.ts'
import { addDays, DAYS_OF_WEEK } from '../../lib/company-time.ts'
import { endOfWeek, weekAt } from './calendar-weeks.ts'
import { companyFigures } from './figures.ts'
import { readerOf } from './reports.ts'
import type { Today } from './weeks.ts'

interface NamedRecord {
  readonly id: number
  readonly name: string
}

/** Stores a user's last name in their reports and nominations. Call it before deleting the user. */
export async function keepNameOfUser(db: Db, { id, name }: NamedRecord): Promise<void> {
  await db.updateTable('mood_report').set({ user_name: name }).where('user_id', '=', id).execute()
  await db.updateTable('mood_report').set({ nominated_name: name }).where('nominated_id', '=', id).execute()
}

/** Stores a department's last name in the reports of its managers. Call it before deleting the department. */
export async function keepNameOfDepartment(db: Db, { id, name }: NamedRecord): Promise<void> {
  await db
    .updateTable('mood_report')
    .set({ manager_department: name })
    .where('manager_department_id', '=', id)
    .execute()
}

interface WeeksQuery extends Today {
  /** Days of the company's calendar, both included. */
  readonly from: string
  readonly to: string
  readonly caller: SignedInCaller
}

/**
 * Returns the company's figures for the completed weeks that overlap the period. Neither a figure nor a count tells the
 * reader about fewer than five other people.
 */
export async function companyWeeks(db: Db, { from, to, now, timeZone, caller }: WeeksQuery) {
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
    const shown = figures(each)
    if (!shown) return { ...week, sent: null, averages: null }
    const { sent, ...averages } = shown
    return { ...week, sent, averages }
  })
}
