/** The sample company's mood reports, week by week. */
import type { Insertable } from 'kysely'
import { isLastToEndInMonth, weekAt, weeksBefore, weeksFrom } from '../apps/mood/calendar-weeks.ts'
import type { Db, MoodReportTable } from '../db/tables.ts'
import { inBatches } from '../lib/batches.ts'
import { startOfDay } from '../lib/company-time.ts'
import { after, HOUR_MS } from '../lib/instants.ts'
import { COMMENTS, EXTRAS, highsOf, lowsOf, REASONS } from './mood-texts.ts'
import type { DEPARTMENTS } from './people.ts'
import type { Random } from './random.ts'

/** How many past weeks have reports, besides the current week. */
const WEEKS = 14
/** How many of the last weeks the roles have not reported on, so that whoever signs in as one has something to fill in. */
const LEFT_OPEN_WEEKS = 2

/** A person who sends mood reports. */
interface Writer {
  readonly id: number
  readonly name: string
  readonly department: (typeof DEPARTMENTS)[number]
  readonly manager: { readonly id: number; readonly department: string; readonly departmentId: number | null } | null
  readonly joinedAt: string
  /** Whether the person is one of the roles that every company has. */
  readonly isRole: boolean
}

/** A person who can be nominated employee of the month. */
interface Candidate {
  readonly id: number
  readonly name: string
}

interface MoodSample {
  readonly writers: readonly Writer[]
  readonly candidates: readonly Candidate[]
  readonly now: string
  readonly timeZone: string
}

/** A person's usual answers, 1 to 5. */
interface Temper {
  readonly morale: number
  readonly stress: number
  readonly workload: number
}

function temperOf(random: Random): Temper {
  // A few people give low answers for a long time, since the page reports streaks.
  const usual = random.chance(0.08) ? 1.6 : 3.1
  const around = () => usual + random.next() * 1.5
  return { morale: around() + 0.2, stress: around(), workload: around() - 0.2 }
}

const level = (value: number) => Math.min(5, Math.max(1, Math.round(value)))

/** Weeks that are harder for everyone, by their position among the weeks. */
const STRAIN: Readonly<Record<number, number>> = { 4: 0.7, 5: 1.1, 9: 0.6, 10: 0.5 }

function answer(measure: keyof Temper, usual: number, random: Random) {
  const value = level(usual + (random.next() + random.next() - 1) * 1.6)
  const band = value <= 2 ? 'low' : value === 3 ? 'middling' : 'high'
  const speaks = random.chance(band === 'low' ? 0.6 : 0.25)
  return { level: value, comment: speaks ? random.pick(COMMENTS[measure][band]) : '' }
}

interface Vote {
  readonly nominee: Candidate | null
  readonly text: string
}
const NOBODY: Vote = { nominee: null, text: '' }

function nomination(writer: Writer, candidates: readonly Candidate[], random: Random): Vote {
  if (random.chance(0.25)) return NOBODY
  // Some people are known to everyone, so nominations concentrate on a few.
  const among = random.chance(0.6) ? Math.min(8, candidates.length) : candidates.length
  const nominee = candidates[random.between(0, among - 1)]
  if (!nominee || nominee.id === writer.id) return NOBODY
  return { nominee, text: random.chance(0.7) ? random.pick(REASONS) : '' }
}

/** Returns a time of sending: mostly on Thursday or Friday, now and then on the Monday after. */
function sentAt(monday: string, timeZone: string, random: Random): string {
  const hours = random.chance(0.12) ? random.between(175, 179) : random.between(0, 1) * 24 + random.between(81, 88)
  return after(startOfDay(monday, timeZone), hours * HOUR_MS + random.between(0, HOUR_MS - 1))
}

type Report = Insertable<MoodReportTable>

interface Week {
  readonly id: number
  readonly monday: string
  readonly strain: number
}

function reportOf(
  writer: Writer,
  usual: Temper,
  week: Week,
  { candidates, timeZone }: MoodSample,
  random: Random,
): Report {
  const about = (measure: keyof Temper) => answer(measure, usual[measure] - week.strain, random)
  const { morale, stress, workload } = { morale: about('morale'), stress: about('stress'), workload: about('workload') }
  const { nominee, text } = isLastToEndInMonth(week.monday) ? nomination(writer, candidates, random) : NOBODY
  return {
    user_id: writer.id,
    user_name: writer.name,
    period_id: week.id,
    created_at: sentAt(week.monday, timeZone, random),
    morale_level: morale.level,
    morale_comment: morale.comment,
    stress_level: stress.level,
    stress_comment: stress.comment,
    workload_level: workload.level,
    workload_comment: workload.comment,
    high_comment: random.pick(highsOf(writer.department)),
    low_comment: random.pick(lowsOf(writer.department)),
    extra_comment: random.chance(0.1) ? random.pick(EXTRAS) : '',
    nominated_id: nominee?.id ?? null,
    nominated_name: nominee?.name ?? '',
    nominated_text: text,
    manager_id: writer.manager?.id ?? null,
    manager_department_id: writer.manager?.departmentId ?? null,
    manager_department: writer.manager?.department ?? '',
  }
}

const bySending = (a: Report, b: Report) =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.user_id - b.user_id

/** Inserts the weeks and the reports about them, in the order of sending. About four of five people report each week. */
export async function seedMood(db: Db, sample: MoodSample, random: Random): Promise<void> {
  const { writers, now, timeZone } = sample
  const current = weekAt(now, timeZone)
  const mondays = weeksFrom(weeksBefore(current, WEEKS), current)
  await db
    .insertInto('mood_period')
    .values(mondays.map((start_date) => ({ start_date })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const periods = await db.selectFrom('mood_period').selectAll().where('start_date', 'in', mondays).execute()
  const ids = new Map(periods.map(({ id, start_date }) => [start_date, id]))

  const leftOpen = new Set([...mondays.slice(-LEFT_OPEN_WEEKS), mondays.filter(isLastToEndInMonth).at(-1)])
  const tempers = writers.map(() => temperOf(random))
  for (const [index, monday] of mondays.entries()) {
    const week = { id: ids.get(monday) ?? 0, monday, strain: STRAIN[index] ?? 0 }
    const reports = writers.flatMap((writer, place) => {
      const isSilent =
        (writer.isRole && leftOpen.has(monday)) || monday < weekAt(writer.joinedAt, timeZone) || random.chance(0.18)
      const usual = tempers[place]
      return isSilent || !usual ? [] : [reportOf(writer, usual, week, sample, random)]
    })
    const sent = reports.filter(({ created_at }) => created_at <= now).sort(bySending)
    await inBatches(sent, (batch) => db.insertInto('mood_report').values(batch).execute())
  }
}
