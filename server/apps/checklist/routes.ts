/** The calls of the checklists and departments: wire.md “Checklist”. */
import * as calls from '#contract/apps/checklist.ts'
import { type Route, route } from '../../http/route.ts'
import { departments } from './departments.ts'

export const checklistRoutes: readonly Route[] = [
  route(calls.listDepartments, ({ db }) => departments(db).all()),
  route(calls.createDepartment, ({ db, body, now }) => departments(db).add(body.empType, now)),
  route(calls.getDepartment, ({ db, params }) => departments(db).find(params.id)),
  route(calls.updateDepartment, ({ db, params, body, now }) => departments(db).rename(params.id, body.empType, now)),
  route(calls.deleteDepartment, async ({ db, params, now }) => {
    await departments(db).remove(params.id, now)
    return undefined
  }),
]
