/** The calls of the catalogue: wire.md “Applications”. */
import * as z from 'zod/mini'
import * as calls from '#contract/apps/applications.ts'
import { PathId } from '#contract/values.ts'
import type { Form } from '../../http/form.ts'
import { badRequest, notFound } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { auditThing, diff } from '../audit/store.ts'
import { keepImage } from './images.ts'
import { pictureOf } from './picture.ts'
import { changePins, listPins } from './pins.ts'
import {
  addApplication,
  asApplication,
  getApplication,
  listApplications,
  NO_APPLICATION,
  pageOf,
  removeApplication,
  updateApplication,
} from './store.ts'

/** Returns the parts of an upload. The form's limits leave no room for others. */
function uploadOf({ fields, files }: Form) {
  const image = files.get('image')
  if (!image) throw badRequest('An image file is required.', 'image')
  const text = fields.get('application_id')
  if (text === undefined) throw badRequest('The application is required.', 'application_id')
  const id = z.safeParse(PathId, text)
  if (!id.success) throw badRequest('This is not the id of an application.', 'application_id')
  return { applicationId: id.data, image }
}

export const applicationsRoutes: readonly Route[] = [
  route(calls.listApplications, async ({ db, caller, query }) =>
    pageOf(await listApplications(db), caller, { keyword: query.keyword ?? '', page: query.page ?? 1 }),
  ),

  route(calls.getApplication, async ({ db, caller, params }) => {
    const row = await getApplication(db, params.id)
    const isAdmin = caller?.isAdmin && caller.permissions.changed_password
    if (row.saved === 0 && !isAdmin) throw notFound(NO_APPLICATION)
    return asApplication(row)
  }),

  route(calls.createApplication, async (input) => {
    const row = await addApplication(input.db, input.now)
    await auditThing(input, 'application-made', row.name)
    return asApplication(row)
  }),

  route(calls.updateApplication, async (input) => {
    const { db, params, now } = input
    const { _id = params.id, ...wanted } = input.body
    if (_id !== params.id) throw badRequest('This is the id of another application.', '_id')
    const { before, after } = await updateApplication(db, params.id, wanted, now)
    const changes = diff(asApplication(before), asApplication(after))
    if (changes.length > 0) await auditThing(input, 'application-changed', before.name, changes)
    return asApplication(after)
  }),

  route(calls.uploadApplicationImage, {
    prepare: async ({ db, body }) => {
      const { applicationId, image } = uploadOf(body)
      // Checked before the slow work, and again in `run`.
      await getApplication(db, applicationId)
      return { applicationId, picture: await pictureOf(image) }
    },
    run: async ({ db, now }, { applicationId, picture }) => {
      await getApplication(db, applicationId)
      return keepImage(db, picture, now)
    },
  }),

  route(calls.deleteApplication, async (input) => {
    const { name } = await removeApplication(input.db, input.params.id, input.now)
    await auditThing(input, 'application-deleted', name)
  }),

  route(calls.listPins, ({ db, caller }) => listPins(db, caller.id)),

  route(calls.setPins, ({ db, caller, body }) => changePins(db, caller.id, body)),
]
