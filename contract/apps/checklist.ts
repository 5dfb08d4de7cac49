/** Onboarding and offboarding checklists, and the departments: wire.md “Checklist”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Flag, Id, IdParams, LIMITS, Rev, requiredText } from '../values.ts'
import { admin, signedIn } from '../who.ts'

export const Todo = z.object({
  _id: Id,
  empType: z.string(),
  /** The title (spec §3). */
  customMessage: z.string(),
  moreInfo: z.string(),
  isOffboarding: z.boolean(),
  /** Place in the order, from 0, counted within one direction. */
  weight: z.number(),
})
export type Todo = z.infer<typeof Todo>

/** A person's own copy of a todo. */
export const UserTask = z.extend(Todo, {
  isChecked: z.boolean(),
  checkedAt: z.optional(z.nullable(z.string())),
  /** The name of who checked it; other servers do not say. */
  checkedBy: z.optional(z.nullable(z.string())),
  rev: Rev,
})
export type UserTask = z.infer<typeof UserTask>

const TodoBody = z.strictObject({
  empType: requiredText(LIMITS.name, 'Employee type'),
  customMessage: requiredText(LIMITS.title, 'Todo'),
  moreInfo: requiredText(LIMITS.details, 'Details'),
  isOffboarding: Flag,
})

/** Somebody who has a checklist, or is leaving. */
export const ChecklistUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  empType: z.string(),
  isOffboarding: z.boolean(),
})
export type ChecklistUser = z.infer<typeof ChecklistUser>

export const listIncompleteUsers = call({
  method: 'GET',
  path: '/api/checklist/incompleteusers/',
  summary: 'Those with an unchecked task',
  who: admin,
  answer: z.array(ChecklistUser),
  cached: true,
})

export const listDoneUsers = call({
  method: 'GET',
  path: '/api/checklist/doneusers/',
  summary: 'Those whose tasks are all checked, and those who are leaving and have none',
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

export const completeUserTasks = call({
  method: 'PUT',
  path: '/api/checklist/usertasks/:id/',
  summary: 'Check all tasks of a user',
  who: admin,
  params: IdParams,
  answer: z.array(UserTask),
  queues: 'tasks.all',
  timed: true,
})

export const checkTask = call({
  method: 'PUT',
  path: '/api/checklist/todo/check/:id/',
  summary: 'Check or uncheck one task',
  who: admin,
  params: IdParams,
  body: z.strictObject({ isChecked: Flag }),
  answer: UserTask,
  queues: 'task.check',
  timed: true,
})

export const startOnboarding = call({
  method: 'POST',
  path: '/api/checklist/newuser/:id/',
  summary: 'Give a user the onboarding tasks of their department',
  who: admin,
  params: IdParams,
  answer: z.array(UserTask),
  status: 201,
  again: 200,
})

export const startOffboarding = call({
  method: 'POST',
  path: '/api/checklist/olduser/:id/',
  summary: 'Flag a user as offboarding, with the tasks for it',
  who: admin,
  params: IdParams,
  answer: z.array(UserTask),
  status: 201,
  again: 200,
})

export const cancelOffboarding = call({
  method: 'DELETE',
  path: '/api/checklist/olduser/:id/',
  summary: 'They stay after all: takes the flag and the unchecked offboarding tasks back',
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
})

export const deleteDepartment = call({
  method: 'DELETE',
  path: '/api/checklist/employeetype/:id/',
  summary: 'Delete a department that nobody is in',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
})
