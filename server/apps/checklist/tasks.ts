/** A person's own checklist: copies of todos, checked one by one or all at once (wire.md “Checklist”). */
import type { Selectable } from 'kysely'
import type { checkTask, completeUserTasks, UserTask } from '#contract/apps/checklist.ts'
import type { AnswerOf } from '#contract/call.ts'
import { EVERYONE } from '#contract/values.ts'
import type { TodoTable } from '../../db/checklist-tables.ts'
import { changed } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { notFound, tooLate } from '../../http/problem.ts'
import { dayOf } from '../../lib/company-time.ts'
import { effectiveAt, isLate, overtaken } from '../../lib/overtaken.ts'
import { users } from '../accounts/store.ts'
import { dueOn } from './due.ts'
import { asTask, type TaskRow as Row, taskRows } from './task-rows.ts'

type Todo = Selectable<TodoTable>

/** Who changes it, and when that happened for them. */
interface Tap {
  readonly by: { readonly id: number; readonly name: string }
  readonly occurredAt: string
  readonly baseRev: number | null
  readonly now: string
  readonly timeZone: string
}

/** A list that begins, and the day from which its tasks are counted. */
interface List {
  readonly userId: number
  readonly countsFrom: string
  readonly rev: number
  readonly tap: Tap
}

/** As `is_offboarding` has it. */
const ONBOARDING = 0
const OFFBOARDING = 1
type Direction = typeof ONBOARDING | typeof OFFBOARDING

const overtakenBy = (row: Row, tap: Tap) => overtaken(row, tap, row.changed_by_id === tap.by.id)

const unchanged = (row: Row, { baseRev }: Tap): AnswerOf<typeof checkTask> => ({
  ...asTask(row),
  ...(baseRev === null ? {} : { isChanged: false }),
})

function refuseIfLate(row: Row, tap: Tap): void {
  if (!isLate(row, tap)) return
  throw tooLate(overtakenBy(row, tap), tap, asTask(row))
}

const isSo = (row: Row, isChecked: boolean) => (row.is_checked === 1) === isChecked

export const tasks = (db: Db) => {
  const rows = () => taskRows(db)

  async function task(id: number): Promise<Row> {
    const row = await rows().where('user_task.id', '=', id).executeTakeFirst()
    if (!row) throw notFound('There is no such task.')
    return row
  }

  async function userIsThere(id: number) {
    const user = await db
      .selectFrom('user')
      .select(['department_id', 'offboarding', 'last_day'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!user) throw notFound('There is no such user.')
    return user
  }

  /**
   * Open again, it follows its todo as that is now, and on the way out the last day: both may have changed meanwhile. Whose
   * it is stays, or it would be out of reach for who opened it. So does all of it where the todo is another department's.
   */
  async function asOfNow({ user_id, todo_id, department_id, is_offboarding, due_days, counts_from }: Row) {
    const todo = await db
      .selectFrom('todo')
      .select(['title', 'details', 'weight', 'due_days'])
      .where('id', '=', todo_id)
      .where('department_id', '=', department_id)
      .executeTakeFirst()
    const { last_day } = await userIsThere(user_id)
    const from = is_offboarding === OFFBOARDING ? (last_day ?? counts_from) : counts_from
    return { ...todo, counts_from: from, due_on: dueOn(from, todo ? todo.due_days : due_days) }
  }

  async function set(row: Row, isChecked: boolean, tap: Tap, rev: number): Promise<void> {
    await db
      .updateTable('user_task')
      .set({
        is_checked: isChecked ? 1 : 0,
        checked_at: isChecked ? tap.occurredAt : null,
        effective_at: effectiveAt(row, tap),
        changed_by_name: tap.by.name,
        changed_by_id: tap.by.id,
        ...(isChecked ? {} : await asOfNow(row)),
        rev,
      })
      .where('id', '=', row.id)
      .execute()
  }

  const ofUser = (userId: number) =>
    rows().where('user_id', '=', userId).orderBy('is_offboarding').orderBy('weight').orderBy('user_task.id').execute()

  const listOf = async (userId: number, direction: Direction) =>
    (await ofUser(userId)).filter((row) => row.is_offboarding === direction)

  const todosFor = (departmentId: number | null, direction: Direction) =>
    db
      .selectFrom('todo')
      .innerJoin('department', 'department.id', 'todo.department_id')
      .selectAll('todo')
      .where('is_offboarding', '=', direction)
      .where((eb) =>
        eb.or([
          eb('department.name', '=', EVERYONE),
          ...(departmentId === null ? [] : [eb('todo.department_id', '=', departmentId)]),
        ]),
      )
      .orderBy('weight')
      .orderBy('todo.id')
      .execute()

  async function addMissing(held: readonly Row[], wanted: readonly Todo[], list: List): Promise<void> {
    const { userId, countsFrom, rev, tap } = list
    const missing = wanted.filter((todo) => !held.some((row) => row.todo_id === todo.id))
    if (missing.length === 0) return
    await db
      .insertInto('user_task')
      .values(
        missing.map((todo) => ({
          user_id: userId,
          todo_id: todo.id,
          department_id: todo.department_id,
          title: todo.title,
          details: todo.details,
          is_offboarding: todo.is_offboarding,
          weight: todo.weight,
          due_days: todo.due_days,
          owner: todo.owner,
          counts_from: countsFrom,
          due_on: dueOn(countsFrom, todo.due_days),
          is_checked: 0,
          checked_at: null,
          effective_at: tap.now,
          changed_by_name: tap.by.name,
          changed_by_id: tap.by.id,
          rev,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** What is open moves with the last day. */
  async function moveOpen(held: readonly Row[], countsFrom: string, rev: number): Promise<void> {
    for (const { id, due_days } of held.filter((row) => row.is_checked === 0 && row.counts_from !== countsFrom))
      await db
        .updateTable('user_task')
        .set({ counts_from: countsFrom, due_on: dueOn(countsFrom, due_days), rev })
        .where('id', '=', id)
        .execute()
  }

  return {
    /** By weight, the offboarding ones after the others; no checklist: none. */
    async of(userId: number): Promise<UserTask[]> {
      await userIsThere(userId)
      return (await ofUser(userId)).map(asTask)
    },

    async check(id: number, isChecked: boolean, tap: Tap): Promise<AnswerOf<typeof checkTask>> {
      const seen = await task(id)
      if (isSo(seen, isChecked)) return unchanged(seen, tap)
      refuseIfLate(seen, tap)
      const rev = await changed(db, 'tasks', seen.user_id, tap.now)
      // Under the revision's lock: it may have been checked or deleted meanwhile.
      const row = await task(id)
      if (isSo(row, isChecked)) return unchanged(row, tap)
      refuseIfLate(row, tap)
      await set(row, isChecked, tap, rev)
      return asTask(await task(id))
    },

    /** Checks what is open; what somebody opened again after this was meant stays open, and the answer says so. */
    async checkAll(userId: number, tap: Tap): Promise<AnswerOf<typeof completeUserTasks>> {
      await userIsThere(userId)
      const isLeft = (row: Row) => isSo(row, false) && isLate(row, tap)
      const open = async () => (await ofUser(userId)).filter((row) => isSo(row, false) && !isLate(row, tap))
      const isAny = (await open()).length > 0
      const rev = isAny ? await changed(db, 'tasks', userId, tap.now) : null
      if (rev !== null) for (const row of await open()) await set(row, true, tap, rev)
      return (await ofUser(userId)).map((row) => ({
        ...asTask(row),
        ...(row.rev === rev ? { isChanged: true } : {}),
        ...(isLeft(row) ? { overtaken: overtakenBy(row, tap) } : {}),
      }))
    },

    /** Copies the todos of the person's department and of Everyone. False: they had a checklist already; what was missing is there now. */
    async startOnboarding(userId: number, tap: Tap): Promise<boolean> {
      const user = await userIsThere(userId)
      const rev = await changed(db, 'tasks', userId, tap.now)
      const held = await listOf(userId, ONBOARDING)
      // A list that is under way goes on counting from the day it began.
      const began = held.find((row) => row.is_checked === 0)?.counts_from
      const countsFrom = began ?? dayOf(tap.now, tap.timeZone)
      await addMissing(held, await todosFor(user.department_id, ONBOARDING), { userId, countsFrom, rev, tap })
      return held.length === 0
    },

    /** As `startOnboarding`, counting from the last day: the one said, or the one known, or today. False: they were leaving already. */
    async startOffboarding(userId: number, tap: Tap, lastDay?: string): Promise<boolean> {
      // A person first and the revision after them, as every change of a person does.
      await users(db).hold(userId)
      const rev = await changed(db, 'tasks', userId, tap.now)
      // Under the revision's lock: somebody else may just have begun it, with a last day.
      const user = await userIsThere(userId)
      const held = await listOf(userId, OFFBOARDING)
      const known = user.offboarding ? user.last_day : null
      const countsFrom = lastDay ?? known ?? dayOf(tap.now, tap.timeZone)
      await addMissing(held, await todosFor(user.department_id, OFFBOARDING), { userId, countsFrom, rev, tap })
      await db.updateTable('user').set({ offboarding: 1, last_day: countsFrom }).where('id', '=', userId).execute()
      await moveOpen(held, countsFrom, rev)
      return user.offboarding === 0
    },

    /** They stay after all. What was checked stays as it was: it has been done. */
    async stay(userId: number, now: string): Promise<void> {
      await users(db).hold(userId)
      await changed(db, 'tasks', userId, now)
      await userIsThere(userId)
      await db.updateTable('user').set({ offboarding: 0, last_day: null }).where('id', '=', userId).execute()
      await db
        .deleteFrom('user_task')
        .where('user_id', '=', userId)
        .where('is_offboarding', '=', 1)
        .where('is_checked', '=', 0)
        .execute()
    },
  }
}
