/** The calls of the catalogue: wire.md “Applications”. */
import { getApplication, listApplications } from '#contract/apps/applications.ts'
import { notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { applications, asApplication, pageOf } from './store.ts'

export const applicationsRoutes: readonly Route[] = [
  route(listApplications, async ({ db, caller, query }) =>
    pageOf(await applications(db).all(), caller, { keyword: query.keyword ?? '', page: query.page ?? 1 }),
  ),

  route(getApplication, async ({ db, caller, params }) => {
    const row = await applications(db).find(params.id)
    if (!row || (row.saved === 0 && !caller?.isAdmin)) throw notFound('There is no such application.')
    return asApplication(row)
  }),
]
