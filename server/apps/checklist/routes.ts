/** The calls of the checklists and departments: wire.md “Checklist”. */
import * as calls from '#contract/apps/checklist.ts'
import { alreadyDone, type Route, route } from '../../http/route.ts'
import { timedChangeOf } from '../../http/timing.ts'
import { dayOf } from '../../lib/company-time.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { auditThing, diff } from '../audit/store.ts'
import { finishRenames, noteRename } from '../onbreak/store.ts'
import {
  addDepartment,
  getDepartment,
  lastEntryBefore,
  listDepartments,
  removeDepartment,
  renameDepartment,
} from './departments.ts'
import { cancelOffboarding, startOffboarding, startOnboarding } from './lists.ts'
import { isAssignee, recentTasksOf } from './my-tasks.ts'
import { listDoneUsers, listIncompleteUsers } from './people.ts'
import { checkAllTasks, checkTask, listTasks } from './tasks.ts'
import { addTodo, getTodo, listTodos, removeTodo, reorderTodos, updateTodo } from './todos.ts'

export const checklistRoutes: readonly Route[] = [
  route(calls.listIncompleteUsers, async ({ db, deps, now }) =>
    (await listIncompleteUsers(db, dayOf(now, deps.config.timeZone))).sort(inNameOrder),
  ),
  route(calls.listDoneUsers, async ({ db }) => (await listDoneUsers(db)).sort(inNameOrder)),
  route(calls.listUserTasks, ({ db, params }) => listTasks(db, params.id)),
  route(calls.completeUserTasks, (input) => checkAllTasks(input.db, input.params.id, timedChangeOf(input))),
  route(calls.checkTask, {
    admits: ({ db, caller, params }) => isAssignee(db, caller.id, params.id),
    run: (input) => checkTask(input.db, input.params.id, input.body.isChecked, timedChangeOf(input)),
  }),
  route(calls.listMyTasks, ({ db, caller, now }) => recentTasksOf(db, caller.id, now)),
  route(calls.startOnboarding, async (input) => {
    const isNew = await startOnboarding(input.db, input.params.id, timedChangeOf(input))
    const list = (await listTasks(input.db, input.params.id)).filter(({ isOffboarding }) => !isOffboarding)
    return isNew ? list : alreadyDone(list)
  }),
  route(calls.startOffboarding, async (input) => {
    const isNew = await startOffboarding(input.db, input.params.id, timedChangeOf(input), input.body?.lastDay)
    const list = (await listTasks(input.db, input.params.id)).filter(({ isOffboarding }) => isOffboarding)
    return isNew ? list : alreadyDone(list)
  }),
  route(calls.cancelOffboarding, ({ db, params, now }) => cancelOffboarding(db, params.id, now)),

  route(calls.listTodos, ({ db }) => listTodos(db)),
  route(calls.createTodo, ({ db, body, now }) => addTodo(db, body, now)),
  route(calls.getTodo, ({ db, params }) => getTodo(db, params.id)),
  route(calls.updateTodo, ({ db, params, body, now }) => updateTodo(db, params.id, body, now)),
  route(calls.deleteTodo, ({ db, params, now }) => removeTodo(db, params.id, now)),
  route(calls.reorderTodos, ({ db, body, now }) => reorderTodos(db, body, now)),

  route(calls.listDepartments, ({ db }) => listDepartments(db)),
  route(calls.createDepartment, async (input) => {
    const made = await addDepartment(input.db, input.body.empType, input.now)
    await auditThing(input, 'department-made', made.empType)
    return made
  }),
  route(calls.getDepartment, ({ db, params }) => getDepartment(db, params.id)),
  route(calls.updateDepartment, async (input) => {
    const { db, params, body, now, afterwards } = input
    const { before, after } = await renameDepartment(db, params.id, body.empType, now)
    if (before === after) return after
    await noteRename(db, before.empType, after.empType, await lastEntryBefore(db, params.id))
    afterwards(finishRenames)
    await auditThing(input, 'department-renamed', before.empType, diff(before, after))
    return after
  }),
  route(calls.deleteDepartment, async (input) => {
    const { empType } = await removeDepartment(input.db, input.params.id, input.now, input.deps.dialect)
    await auditThing(input, 'department-deleted', empType)
  }),
]
