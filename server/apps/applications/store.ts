/** The catalogue of applications: wire.md “Applications”. */
import type { Selectable } from 'kysely'
import { type Application, seesApplication } from '#contract/apps/applications.ts'
import type { Caller } from '#contract/who.ts'
import type { ApplicationTable, Db } from '../../db/tables.ts'

type Row = Selectable<ApplicationTable>

const PAGE_SIZE = 24

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export const applications = (db: Db) => ({
  all: (): Promise<Row[]> => db.selectFrom('application').selectAll().execute(),
  find: (id: number): Promise<Row | undefined> =>
    db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst(),
})

/** As it travels. */
export const asApplication = (row: Row): Application => ({
  _id: row.id,
  name: row.name,
  urlslug: row.urlslug,
  image: row.image,
  category: row.category,
  description: row.description,
  hardId: row.hard_id,
})

/** A draft that was never saved is in nobody's list but an admin's. */
const sees = (caller: Caller, row: Row) =>
  (row.saved === 1 || caller.isAdmin) && seesApplication(row.hard_id).allows(caller, {}) === true

/** Upper case first: it joins what lower case keeps apart (ß and SS, final sigma). */
const folded = (text: string) => text.normalize('NFC').toUpperCase().toLowerCase()

interface Search {
  readonly keyword: string
  readonly page: number
}

/** What the caller sees, by name, a page of it; a page past the end is the last. */
export function pageOf(rows: readonly Row[], caller: Caller, { keyword, page }: Search) {
  const wanted = folded(keyword)
  const found = rows
    .filter((row) => sees(caller, row) && folded(row.name).includes(wanted))
    .sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  return {
    applications: found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE).map(asApplication),
    page: shown,
    pages,
  }
}
