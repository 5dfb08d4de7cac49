/** Onboarding and offboarding checklists, and the departments: wire.md “Checklist”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Overtaken } from '../problem.ts'
import { Day, Flag, Id, IdParams, LIMITS, Rev, requiredText, TextOrNone, UNCHANGED } from '../values.ts'
import { admin, signedIn, taskAssignee } from '../who.ts'

/** Who is to do a todo on a person's checklist: an admin, the person's manager, or the person themselves. */
export const OWNERS = ['admin', 'manager', 'self'] as const
export type TaskOwner = (typeof OWNERS)[number]

/** Most days after the start, or before or after the last day, on which a todo may be due. */
const MOST_DUE_DAYS = 365

export const Todo = z.object({
  _id: Id,
  empType: z.string(),
  /** The title (spec §3). */
  customMessage: z.string(),
  moreInfo: TextOrNone,
  isOffboarding: z.boolean(),
  /** Position, from 0, counted separately for onboarding and offboarding. */
  weight: z.number(),
  /** Days from the start, or from the last day (negative: before it), to the due day; left out: never due. */
  dueDays: z.optional(z.number()),
  /** Left out: `admin`. */
  owner: z.optional(z.enum(OWNERS)),
})
export type Todo = z.infer<typeof Todo>

/** A person's copy of a todo. */
export const UserTask = z.extend(Todo, {
  isChecked: z.boolean(),
  checkedAt: z.optional(z.nullable(z.string())),
  /** Name of the person who checked the task; other servers do not send it. */
  checkedBy: z.optional(z.nullable(z.string())),
  /** The day by which the task is due, in the company's time zone. */
  dueOn: z.optional(Day),
  rev: Rev,
})
export type UserTask = z.infer<typeof UserTask>

const DueDays = z
  .number('A whole number of days is needed here.')
  .check(
    z.int('A whole number of days is needed here.'),
    z.gte(-MOST_DUE_DAYS, `At most ${MOST_DUE_DAYS} days before.`),
    z.lte(MOST_DUE_DAYS, `At most ${MOST_DUE_DAYS} days after.`),
  )

/** If `dueDays` or `owner` is left out, a new todo is never due and an admin's; an existing one keeps its value. */
const TodoBody = z
  .strictObject({
    empType: requiredText(LIMITS.name, 'Employee type'),
    customMessage: requiredText(LIMITS.title, 'Todo'),
    moreInfo: requiredText(LIMITS.details, 'Details'),
    isOffboarding: Flag,
    /** Null: never due. */
    dueDays: z.optional(z.nullable(DueDays)),
    owner: z.optional(z.enum(OWNERS, 'This is not a possible owner of a task.')),
  })
  .check(
    z.refine(({ isOffboarding, dueDays }) => isOffboarding || (dueDays ?? 0) >= 0, {
      path: ['dueDays'],
      error: 'An onboarding task cannot be due before the first day.',
    }),
  )

/** A person who has a checklist or is leaving. */
export const ChecklistUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  empType: TextOrNone,
  isOffboarding: z.boolean(),
  /** Only for people who are leaving. */
  lastDay: z.optional(Day),
})
export type ChecklistUser = z.infer<typeof ChecklistUser>

export const listIncompleteUsers = call({
  method: 'GET',
  path: '/api/checklist/incompleteusers/',
  summary: 'People with an unchecked task',
  who: admin,
  // `overdue`: how many of the person's tasks are overdue; left out: none.
  answer: z.array(z.extend(ChecklistUser, { overdue: z.optional(z.number()) })),
  cached: true,
})
export type IncompleteUser = z.infer<typeof listIncompleteUsers.answer>[number]

export const listDoneUsers = call({
  method: 'GET',
  path: '/api/checklist/doneusers/',
  summary: 'People whose tasks are all checked, and people who are leaving and have none',
  who: admin,
  answer: z.array(z.extend(ChecklistUser, { deactivated: z.boolean() })),
  cached: true,
  ours: true,
})
export type DoneUser = z.infer<typeof listDoneUsers.answer>[number]

export const listUserTasks = call({
  method: 'GET',
  path: '/api/checklist/usertasks/:id/',
  summary: 'The tasks of a user',
  who: admin,
  params: IdParams,
  answer: z.array(UserTask),
  cached: true,
})

/**
 * A task in the answer to "check all". `isChanged`: this call checked the task, so its `rev` comes from this call; without
 * it the task is as it was. `overtaken`: the task stays open, because somebody opened or added it after the caller's change
 * was made; other servers do not send it.
 */
const CompletedTask = z.extend(UserTask, {
  isChanged: z.optional(z.literal(true)),
  overtaken: z.catch(z.optional(Overtaken), undefined),
})

/** Returns the sentence about tasks that stay open; null if there are none. */
function saysLeftOpen(answer: unknown): string | null {
  const tasks = z.safeParse(z.array(CompletedTask), answer).data ?? []
  const left = tasks.flatMap(({ overtaken }) => overtaken ?? [])
  if (left.length === 0) return null
  const names = [...new Set(left.map(({ by, isOwn }) => (isOwn ? 'you' : by)))]
  const by = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  return left.length === 1
    ? `1 task was opened or added later by ${by}; it stays open.`
    : `${left.length} tasks were opened or added later by ${by}; they stay open.`
}

export const completeUserTasks = call({
  method: 'PUT',
  path: '/api/checklist/usertasks/:id/',
  summary: 'Check all tasks of a user',
  who: admin,
  params: IdParams,
  answer: z.array(CompletedTask),
  unspecifiedAnswer: true,
  queues: 'tasks.all',
  leftoverNotice: saysLeftOpen,
  timed: true,
})

export const checkTask = call({
  method: 'PUT',
  path: '/api/checklist/todo/check/:id/',
  summary: 'Check or uncheck one task',
  who: taskAssignee,
  params: IdParams,
  body: z.strictObject({ isChecked: Flag }),
  answer: z.extend(UserTask, UNCHANGED),
  unspecifiedAnswer: true,
  refuses: [409],
  queues: 'task.check',
  timed: true,
})

/** A task that the caller is to do, on their own checklist or on that of somebody they manage. */
export const MyTask = z.extend(UserTask, { userId: Id, userName: z.string() })
export type MyTask = z.infer<typeof MyTask>

/** Sorts after every valid day. */
const NEVER = '9999-99-99'

/** Compares tasks by due day: the earliest first, tasks that are never due last. */
export function byDueDay(a: Pick<UserTask, 'dueOn'>, b: Pick<UserTask, 'dueOn'>): number {
  const [first, second] = [a.dueOn ?? NEVER, b.dueOn ?? NEVER]
  return first < second ? -1 : Number(first > second)
}

export const listMyTasks = call({
  method: 'GET',
  path: '/api/checklist/mytasks/',
  summary: 'The caller’s own tasks: those open, and those checked in the last day',
  who: signedIn,
  answer: z.array(MyTask),
  cached: true,
  ours: true,
})

export const startOnboarding = call({
  method: 'POST',
  path: '/api/checklist/newuser/:id/',
  summary: 'Give a user the onboarding tasks of their department',
  who: admin,
  params: IdParams,
  answer: z.array(UserTask),
  unspecifiedAnswer: true,
  status: 201,
  repeatStatus: 200,
})

/** A last day from 2000 to 2099: the bounds leave room on both sides for the due days counted from it. */
const LastDay = Day.check(
  z.refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'The last day must be between 2000 and 2099.'),
)

export const startOffboarding = call({
  method: 'POST',
  path: '/api/checklist/olduser/:id/',
  summary: 'Flag a user as offboarding and add the tasks for it; if already flagged, `lastDay` moves the last day',
  who: admin,
  params: IdParams,
  /** Without `lastDay`: today, or the last day that is already set. */
  body: z.nullish(z.strictObject({ lastDay: z.optional(LastDay) })),
  answer: z.array(UserTask),
  unspecifiedAnswer: true,
  status: 201,
  repeatStatus: 200,
})

export const cancelOffboarding = call({
  method: 'DELETE',
  path: '/api/checklist/olduser/:id/',
  summary: 'Undo an offboarding: remove the flag and the unchecked offboarding tasks',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

export const listTodos = call({
  method: 'GET',
  path: '/api/checklist/employeetodo/',
  summary: 'All todos, by weight',
  who: admin,
  answer: z.array(Todo),
  cached: true,
})

export const createTodo = call({
  method: 'POST',
  path: '/api/checklist/employeetodo/',
  summary: 'Add a todo at the end',
  who: admin,
  body: TodoBody,
  answer: Todo,
  status: 201,
})

export const getTodo = call({
  method: 'GET',
  path: '/api/checklist/employeetodo/:id/',
  summary: 'One todo',
  who: admin,
  params: IdParams,
  answer: Todo,
  cached: true,
})

export const updateTodo = call({
  method: 'PUT',
  path: '/api/checklist/employeetodo/:id/',
  summary: 'Change a todo and its unchecked copies',
  who: admin,
  params: IdParams,
  body: TodoBody,
  answer: Todo,
})

export const deleteTodo = call({
  method: 'DELETE',
  path: '/api/checklist/employeetodo/:id/',
  summary: 'Delete a todo and its unchecked copies',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
})

export const reorderTodos = call({
  method: 'PUT',
  path: '/api/checklist/employeetodos/',
  summary: 'Put every todo of one direction into a new order',
  who: admin,
  body: z.array(z.object({ _id: Id, weight: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)) })),
  answer: z.array(Todo),
  unspecifiedAnswer: true,
  refuses: [409],
})

export const Department = z.object({ _id: Id, empType: z.string() })
export type Department = z.infer<typeof Department>

const DepartmentBody = z.strictObject({ empType: requiredText(LIMITS.name, 'Name') })

export const listDepartments = call({
  method: 'GET',
  path: '/api/checklist/employeetype/',
  summary: 'All departments, by name',
  who: signedIn,
  answer: z.array(Department),
  cached: true,
  etag: true,
})

export const createDepartment = call({
  method: 'POST',
  path: '/api/checklist/employeetype/',
  summary: 'Add a department',
  who: admin,
  body: DepartmentBody,
  answer: Department,
  status: 201,
  refuses: [409],
})

export const getDepartment = call({
  method: 'GET',
  path: '/api/checklist/employeetype/:id/',
  summary: 'One department',
  who: admin,
  params: IdParams,
  answer: Department,
  cached: true,
})

export const updateDepartment = call({
  method: 'PUT',
  path: '/api/checklist/employeetype/:id/',
  summary: 'Rename a department, everywhere at once',
  who: admin,
  params: IdParams,
  body: DepartmentBody,
  answer: Department,
  refuses: [409],
})

export const deleteDepartment = call({
  method: 'DELETE',
  path: '/api/checklist/employeetype/:id/',
  summary: 'Delete an empty department',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  refuses: [409],
})
