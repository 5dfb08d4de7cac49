/** The catalogue of applications: wire.md “Applications”. */
import type { Selectable } from 'kysely'
import type * as calls from '#contract/apps/applications.ts'
import { type Application, BUILT_IN } from '#contract/apps/applications.ts'
import type { BodyOf } from '#contract/call.ts'
import { foldForSearch } from '#contract/folded.ts'
import { seesApplication } from '#contract/sees-application.ts'
import type { Caller } from '#contract/who.ts'
import { recordChange } from '../../db/feed.ts'
import type { ApplicationTable, Db } from '../../db/tables.ts'
import { badRequest, conflict, notFound } from '../../http/problem.ts'
import { foldCase, inNameOrder } from '../../lib/name-order.ts'
import { markImageUsed } from './images.ts'

type ApplicationRow = Selectable<ApplicationTable>
type ApplicationFields = Omit<BodyOf<typeof calls.updateApplication>, '_id'>

const PAGE_SIZE = 24

const NEW = 'New application'
const NEW_SLUG = 'new-application'

/** Slugs of the portal's own screens. */
const RESERVED = new Set(Object.values(BUILT_IN).map(({ urlslug }) => urlslug))

export const NO_APPLICATION = 'There is no such application.'

/** Returns `NEW_SLUG`, or that with the first free number. */
async function freeSlug(db: Db): Promise<string> {
  const rows = await db.selectFrom('application').select('urlslug').where('urlslug', 'like', `${NEW_SLUG}%`).execute()
  const taken = new Set(rows.map(({ urlslug }) => urlslug))
  let slug = NEW_SLUG
  for (let number = 2; taken.has(slug); number++) slug = `${NEW_SLUG}-${number}`
  return slug
}

const isAsStored = (row: ApplicationRow, wanted: ApplicationFields) =>
  row.saved === 1 &&
  row.name === wanted.name &&
  row.urlslug === wanted.urlslug &&
  row.image === wanted.image &&
  row.category === wanted.category &&
  row.description === wanted.description

/** Throws 409 for a slug that is refused whatever the other applications are. */
function refuseSlug({ hard_id, urlslug }: ApplicationRow, wanted: string): void {
  if (wanted === urlslug) return
  if (hard_id !== null) throw conflict('The slug of a built-in application cannot change.')
  if (RESERVED.has(wanted)) throw conflict(`The portal itself uses the slug “${wanted}”.`)
}

/**
 * Throws 409 if another application has this slug. Call it after bumping the revision: its lock keeps two callers from
 * passing at once.
 */
async function refuseIfTaken(db: Db, slug: string, exceptId: number): Promise<void> {
  const other = await db
    .selectFrom('application')
    .select('name')
    .where('urlslug', '=', slug)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  if (other) throw conflict(`“${other.name}” has the slug “${slug}” already.`)
}

async function refuseImage(db: Db, { hard_id }: ApplicationRow, image: string, now: string): Promise<void> {
  if (image === '') return
  // A built-in application may keep its original picture, which is one of the page's files.
  if (hard_id !== null && image === `/apps/${BUILT_IN[hard_id]?.urlslug}.svg`) return
  if (!(await markImageUsed(db, image, now)))
    throw badRequest('There is no such image. Please upload it first.', 'image')
}

/** Returns all applications, drafts included, in no order. */
export const listApplications = (db: Db): Promise<ApplicationRow[]> =>
  db.selectFrom('application').selectAll().execute()

/** Throws 404 where there is no such application. */
export async function getApplication(db: Db, id: number): Promise<ApplicationRow> {
  const row = await db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(NO_APPLICATION)
  return row
}

/** Creates a draft, which only admins see until it is saved. */
export async function addApplication(db: Db, now: string): Promise<ApplicationRow> {
  const rev = await recordChange(db, 'applications', null, now)
  return db
    .insertInto('application')
    .values({
      name: NEW,
      urlslug: await freeSlug(db),
      image: '',
      category: '',
      description: '',
      hard_id: null,
      saved: 0,
      rev,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the application before and after. */
export async function updateApplication(
  db: Db,
  id: number,
  wanted: ApplicationFields,
  now: string,
): Promise<{ before: ApplicationRow; after: ApplicationRow }> {
  const seen = await getApplication(db, id)
  refuseSlug(seen, wanted.urlslug)
  if (isAsStored(seen, wanted)) return { before: seen, after: seen }
  const rev = await recordChange(db, 'applications', id, now)
  // Read again under the revision's lock: it may have been changed or deleted meanwhile.
  const before = await getApplication(db, id)
  await refuseIfTaken(db, wanted.urlslug, id)
  await refuseImage(db, before, wanted.image, now)
  // Keeps the previous image for another day: for devices that have not heard of the change, and so that it can be
  // set again.
  await markImageUsed(db, before.image, now)
  const after = await db
    .updateTable('application')
    .set({ ...wanted, saved: 1, rev })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { before, after }
}

/** Deletes an application and returns it. */
export async function removeApplication(db: Db, id: number, now: string): Promise<ApplicationRow> {
  if ((await getApplication(db, id)).hard_id !== null) throw conflict('A built-in application cannot be deleted.')
  await recordChange(db, 'applications', id, now)
  const row = await db.deleteFrom('application').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw notFound(NO_APPLICATION)
  await markImageUsed(db, row.image, now)
  return row
}

/** Returns the application as it is sent. */
export const asApplication = (row: ApplicationRow): Application => ({
  _id: row.id,
  name: row.name,
  urlslug: row.urlslug,
  image: row.image,
  category: row.category,
  description: row.description,
  hardId: row.hard_id,
})

/** Whether the caller sees the application. Drafts are listed for admins only. */
const canSee = (caller: Caller, row: ApplicationRow) =>
  (row.saved === 1 || caller.isAdmin) && seesApplication(row.hard_id).allows(caller, {}) === true

interface CatalogueQuery {
  readonly keyword: string
  readonly page: number
}

/**
 * Returns a page of the matching applications that the caller may see, by name. A page past the end is the last one.
 */
export function pageOf(rows: readonly ApplicationRow[], caller: Caller, { keyword, page }: CatalogueQuery) {
  // Matches with the accents that were typed, and also without any, for keyboards that lack them.
  const plain = foldForSearch(keyword)
  // A keyword of accents alone folds to an empty string, which every name contains.
  const isWanted = ({ name }: ApplicationRow) =>
    foldCase(name).includes(foldCase(keyword)) || (plain !== '' && foldForSearch(name).includes(plain))
  const found = rows.filter((row) => canSee(caller, row) && isWanted(row)).sort(inNameOrder)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  return {
    applications: found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE).map(asApplication),
    page: shown,
    pages,
  }
}
