/** What every portal has from its first start: the built-in applications and the department `Everyone`. */
import { BUILT_IN } from '#contract/apps/applications.ts'
import { EVERYONE } from '#contract/values.ts'
import type { Db } from './tables.ts'

/** Name by hardId, as for the other texts below (wire.md “Applications”). */
export const BUILT_IN_NAME: Readonly<Record<number, string>> = {
  1: 'On Break',
  2: 'Mood Report',
  3: 'ETL Viewer',
  4: 'Onboarding',
  5: 'Reporting',
  6: 'API Docs',
  7: 'Server Status',
  8: 'Videos',
}

const CATEGORY: Readonly<Record<number, string>> = { 4: 'Administration', 6: 'Administration', 7: 'Administration' }

/** What each application is for, by hardId; shown where there is room. */
const DESCRIPTION: Readonly<Record<number, string>> = {
  1: 'Who is away, since when, and why',
  2: 'How the week felt, in less than ten minutes',
  3: 'What the data pipelines did, and what failed',
  4: 'Checklists for people who arrive and leave',
  5: 'Figures about breaks, runs and checklists',
  6: 'Every call that this portal answers',
  7: 'How the server is doing',
  8: 'Videos worth a look',
}

/**
 * Adds missing built-ins. Only those: on Postgres an insert uses up an id even if its row is there already, and on an
 * empty database the ids are the numbers of wire.md “Applications”.
 */
export async function ensureBuiltIns(db: Db): Promise<void> {
  const existing = await db.selectFrom('application').select('hard_id').where('hard_id', 'is not', null).execute()
  const known = new Set(existing.map(({ hard_id }) => hard_id))
  for (const [key, { urlslug }] of Object.entries(BUILT_IN)) {
    const hardId = Number(key)
    if (known.has(hardId)) continue
    await db
      .insertInto('application')
      .values({
        name: BUILT_IN_NAME[hardId] ?? urlslug,
        urlslug,
        image: `/apps/${urlslug}.svg`,
        category: CATEGORY[hardId] ?? 'Everyday',
        description: DESCRIPTION[hardId] ?? '',
        hard_id: hardId,
        saved: 1,
        rev: 0,
      })
      // An admin's application may have the address.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const everyone = await db.selectFrom('department').select('id').where('name', '=', EVERYONE).executeTakeFirst()
  if (everyone) return
  await db
    .insertInto('department')
    .values({ name: EVERYONE, rev: 0 })
    // A server of an earlier release, which takes no lock for it, may be starting too.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
