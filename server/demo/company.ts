/** Generates the sample company for `npm run demo` and for tests (wire.md §3): of any size, and the same every time. */
import type { Insertable } from 'kysely'
import type { FlagName } from '#contract/who.ts'
import { hashPassword } from '../apps/accounts/passwords.ts'
import { bit } from '../db/bit.ts'
import { recordChange } from '../db/feed.ts'
import type { Db, UserTable } from '../db/tables.ts'
import { inBatches } from '../lib/batches.ts'
import { before, DAY_MS } from '../lib/instants.ts'
import { BREAK_TYPES, breaksOf, type Participant, PLANNED_MINUTES } from './breaks.ts'
import { seedChecklists } from './checklists.ts'
import { seedRuns } from './etl.ts'
import { seedMood } from './mood.ts'
import { DEPARTMENTS, type Person, peopleOf } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { seedVersions } from './versions.ts'

/** One password for all, so that anyone can be tried out. */
const PASSWORD = 'foyer-demo'
/** How many sign-ins of a large company are listed. */
const MAX_SIGN_INS = 60
/** How many people have a checklist in progress, however large the company. */
const NEWCOMERS = 6

export interface SignIn {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly what: string
}

interface Options {
  readonly people: number
  readonly now: string
  readonly timeZone: string
  readonly seed?: number
}

/** Department name → id. */
async function seedDepartments(db: Db, now: string): Promise<Map<string, number>> {
  const rev = await recordChange(db, 'departments', null, now)
  const existing = new Set((await db.selectFrom('department').select('name').execute()).map(({ name }) => name))
  const missing = DEPARTMENTS.filter((name) => !existing.has(name)).map((name) => ({ name, rev }))
  if (missing.length > 0) await db.insertInto('department').values(missing).execute()
  const rows = await db.selectFrom('department').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function seedBreakTypes(db: Db, now: string): Promise<void> {
  const rev = await recordChange(db, 'break-types', null, now)
  await db
    .insertInto('break_type')
    .values(BREAK_TYPES.map((name) => ({ name, rev })))
    .execute()
  await db
    .insertInto('break_type')
    .values(Object.entries(PLANNED_MINUTES).map(([name, planned_minutes]) => ({ name, planned_minutes, rev })))
    .execute()
}

interface SharedColumns {
  readonly departments: ReadonlyMap<string, number>
  readonly passwordHash: string
  readonly now: string
  readonly rev: number
}

/** People who have yet to set a password joined just now; the others joined before anything in the sample data. */
const joinedAt = ({ changedPassword }: Person, now: string) => (changedPassword ? before(now, 400 * DAY_MS) : now)

function userRow(person: Person, { departments, passwordHash, now, rev }: SharedColumns): Insertable<UserTable> {
  const has = (flag: FlagName) => bit(person.flags.includes(flag))
  return {
    name: person.name,
    email: person.email,
    password_hash: passwordHash,
    is_admin: bit(person.isAdmin),
    deactivated: bit(person.deactivated),
    department_id: person.deactivated ? null : (departments.get(person.department) ?? null),
    manager_id: null,
    access_onbreak: has('access_onbreak'),
    onbreak_admin: has('onbreak_admin'),
    access_mood: has('access_mood'),
    mood_admin: has('mood_admin'),
    access_etl: has('access_etl'),
    access_reporting: has('access_reporting'),
    is_cep: has('isCEP'),
    is_cep_manager: has('isCepManager'),
    is_cep_dept_manager: has('isCepDeptManager'),
    changed_password: bit(person.changedPassword),
    has_permissions: 1,
    created_at: joinedAt(person, now),
    rev,
  }
}

interface StoredPerson extends Person {
  readonly id: number
}

/** Inserts the people. Returns them in order with their ids. Managers are set afterwards, once every person has an id. */
async function seedPeople(db: Db, people: readonly Person[], common: SharedColumns): Promise<StoredPerson[]> {
  const ids = new Map<string, number>()
  await inBatches(people, async (batch) => {
    const rows = batch.map((person) => userRow(person, common))
    for (const { id, email } of await db.insertInto('user').values(rows).returning(['id', 'email']).execute())
      ids.set(email, id)
  })
  const managers = [...new Set(people.flatMap(({ manager }) => manager ?? []))]
  for (const place of managers) {
    const team = people.filter(({ manager }) => manager === place).flatMap(({ email }) => ids.get(email) ?? [])
    const manager = ids.get(people[place]?.email ?? '') ?? null
    await inBatches(team, (batch) =>
      db.updateTable('user').set({ manager_id: manager }).where('id', 'in', batch).execute(),
    )
  }
  return people.map((person) => ({ ...person, id: ids.get(person.email) ?? 0 }))
}

async function seedBreaks(db: Db, participants: readonly Participant[], now: string, random: Random): Promise<void> {
  const rev = await recordChange(db, 'board-list', null, now)
  const breaks = participants.map((person) => breaksOf(person, Date.parse(now), random, rev))
  await inBatches(breaks, (batch) =>
    db
      .insertInto('break_info')
      .values(batch.map(({ info }) => info))
      .execute(),
  )
  await inBatches(
    breaks.flatMap(({ log }) => log),
    (batch) => db.insertInto('break_log').values(batch).execute(),
  )
}

/** Inserts the last weeks' mood reports of the people who send them, each with its author's manager. */
async function seedReports(
  db: Db,
  people: readonly StoredPerson[],
  departments: ReadonlyMap<string, number>,
  when: Pick<Options, 'now' | 'timeZone'>,
  random: Random,
): Promise<void> {
  const managerOf = (place: number | null) => {
    const manager = place === null ? undefined : people[place]
    if (!manager) return null
    return { id: manager.id, department: manager.department, departmentId: departments.get(manager.department) ?? null }
  }
  const writers = people
    .filter(({ flags }) => flags.includes('access_mood'))
    .map((person) => ({
      id: person.id,
      name: person.name,
      department: person.department,
      manager: managerOf(person.manager),
      joinedAt: joinedAt(person, when.now),
      isRole: person.isRole,
    }))
  const candidates = people.filter(({ flags, deactivated }) => flags.includes('isCEP') && !deactivated)
  await seedMood(db, { writers, candidates, ...when }, random)
}

/** Fills a fresh database with a company. `db` is best a transaction, so that all of it is inserted or nothing. */
export async function seedCompany(
  db: Db,
  { people: count, now, timeZone, seed = 1 }: Options,
): Promise<{ signIns: SignIn[] }> {
  const random = randomFrom(seed)
  const planned = peopleOf(count, random)
  const departments = await seedDepartments(db, now)
  await seedBreakTypes(db, now)
  const rev = await recordChange(db, 'users', null, now)
  const people = await seedPeople(db, planned, { departments, passwordHash: await hashPassword(PASSWORD), now, rev })
  const participants = people.filter(({ flags }) => flags.includes('access_onbreak'))
  await seedBreaks(db, participants, now, random)
  await seedReports(db, people, departments, { now, timeZone }, randomFrom(seed))
  const engineer = people.find(({ flags }) => flags.includes('access_etl'))
  if (engineer) await seedRuns(db, now, randomFrom(seed), engineer.name)
  await seedVersions(db, now)
  const staff = people.filter(({ deactivated, isRole }) => !deactivated && !isRole).map(({ id }) => id)
  const by = people.find(({ isAdmin }) => isAdmin) ?? { id: 0, name: '' }
  const [newcomers, others] = [staff.slice(0, NEWCOMERS), staff.slice(NEWCOMERS).slice(-4)]
  await seedChecklists(db, { newcomers, others, by, now, timeZone }, randomFrom(seed))
  const signIns = people
    .slice(0, MAX_SIGN_INS)
    .map(({ name, email, what }) => ({ name, email, password: PASSWORD, what }))
  return { signIns }
}
