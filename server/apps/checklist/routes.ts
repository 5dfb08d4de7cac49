/** The calls of the checklists and departments: wire.md “Checklist”. */
import * as calls from '#contract/apps/checklist.ts'
import { alreadyDone, type Route, route } from '../../http/route.ts'
import { dayOf } from '../../lib/company-time.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { auditThing, diff } from '../audit/store.ts'
import { finishRenames, noteRename } from '../onbreak/store.ts'
import { departments } from './departments.ts'
import { lists } from './lists.ts'
import { isAssignee, recentTasksOf } from './my-tasks.ts'
import { people } from './people.ts'
import { tasks } from './tasks.ts'
import { todos } from './todos.ts'

interface TapInput {
  readonly caller: { readonly id: number; readonly name: string }
  readonly deps: { readonly config: { readonly timeZone: string } }
  readonly occurredAt: string
  readonly baseRev: number | null
  readonly now: string
}

const tapOf = ({ caller, deps, occurredAt, baseRev, now }: TapInput) => ({
  by: caller,
  timeZone: deps.config.timeZone,
  occurredAt,
  baseRev,
  now,
})

export const checklistRoutes: readonly Route[] = [
  route(calls.listIncompleteUsers, async ({ db, deps, now }) =>
    (await people(db).incomplete(dayOf(now, deps.config.timeZone))).sort(inNameOrder),
  ),
  route(calls.listDoneUsers, async ({ db }) => (await people(db).done()).sort(inNameOrder)),
  route(calls.listUserTasks, ({ db, params }) => tasks(db).of(params.id)),
  route(calls.completeUserTasks, (input) => tasks(input.db).checkAll(input.params.id, tapOf(input))),
  route(calls.checkTask, {
    admits: ({ db, caller, params }) => isAssignee(db, caller.id, params.id),
    run: (input) => tasks(input.db).check(input.params.id, input.body.isChecked, tapOf(input)),
  }),
  route(calls.listMyTasks, ({ db, caller, now }) => recentTasksOf(db, caller.id, now)),
  route(calls.startOnboarding, async (input) => {
    const isNew = await lists(input.db).startOnboarding(input.params.id, tapOf(input))
    const list = (await tasks(input.db).of(input.params.id)).filter(({ isOffboarding }) => !isOffboarding)
    return isNew ? list : alreadyDone(list)
  }),
  route(calls.startOffboarding, async (input) => {
    const isNew = await lists(input.db).startOffboarding(input.params.id, tapOf(input), input.body?.lastDay)
    const list = (await tasks(input.db).of(input.params.id)).filter(({ isOffboarding }) => isOffboarding)
    return isNew ? list : alreadyDone(list)
  }),
  route(calls.cancelOffboarding, ({ db, params, now }) => lists(db).cancelOffboarding(params.id, now)),

  route(calls.listTodos, ({ db }) => todos(db).all()),
  route(calls.createTodo, ({ db, body, now }) => todos(db).add(body, now)),
  route(calls.getTodo, ({ db, params }) => todos(db).find(params.id)),
  route(calls.updateTodo, ({ db, params, body, now }) => todos(db).update(params.id, body, now)),
  route(calls.deleteTodo, ({ db, params, now }) => todos(db).remove(params.id, now)),
  route(calls.reorderTodos, ({ db, body, now }) => todos(db).reorder(body, now)),

  route(calls.listDepartments, ({ db }) => departments(db).all()),
  route(calls.createDepartment, async (input) => {
    const made = await departments(input.db).add(input.body.empType, input.now)
    await auditThing(input, 'department-made', made.empType)
    return made
  }),
  route(calls.getDepartment, ({ db, params }) => departments(db).find(params.id)),
  route(calls.updateDepartment, async (input) => {
    const { db, params, body, now, afterwards } = input
    const { before, after } = await departments(db).rename(params.id, body.empType, now)
    if (before === after) return after
    await noteRename(db, before.empType, after.empType, await departments(db).logFrom(params.id))
    afterwards(finishRenames)
    await auditThing(input, 'department-renamed', before.empType, diff(before, after))
    return after
  }),
  route(calls.deleteDepartment, async (input) => {
    const { empType } = await departments(input.db).remove(input.params.id, input.now, input.deps.dialect)
    await auditThing(input, 'department-deleted', empType)
  }),
]
