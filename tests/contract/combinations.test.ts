/** Checks for every combination of permissions which tiles it shows and whether it opens the live socket. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listApplications } from '#contract/apps/applications.ts'
import { createTicket } from '#contract/apps/onbreak.ts'
import { keysOf } from '#contract/records.ts'
import { createSession, FLAG_COLUMNS } from '#server/http/sessions.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

/** The tiles that each flag shows to people who are no admins, copied by hand from wire.md “Applications”. */
const TILES = {
  access_onbreak: ['On Break'],
  onbreak_admin: [],
  access_mood: ['Mood Report'],
  mood_admin: [],
  access_etl: ['ETL Viewer'],
  access_reporting: ['Reporting'],
  isCEP: ['Handbook', 'Videos'],
  isCepManager: [],
  isCepDeptManager: [],
} as const
type Flag = keyof typeof TILES
const FLAGS = keysOf(TILES)
const ALL = ['API Docs', 'Draft', 'Onboarding', 'Server Status', ...Object.values(TILES).flat()]

/** Combinations per session. Each makes two calls, and a session may make 1,200 a minute. */
const SETS_A_SESSION = 500

let portal: Portal
let ann: TestUser
beforeAll(async () => {
  portal = await openPortal()
  ann = await portal.addUser()
  const blank = { image: '', category: '', description: '', hard_id: null, rev: 1 }
  await portal.deps.db
    .insertInto('application')
    .values([
      { ...blank, name: 'Handbook', urlslug: 'handbook', saved: 1 },
      { ...blank, name: 'Draft', urlslug: 'draft', saved: 0 },
    ])
    .execute()
})
afterAll(() => portal.close())

async function give(flags: readonly Flag[], isAdmin: boolean): Promise<void> {
  const columns = Object.fromEntries(FLAGS.map((flag) => [FLAG_COLUMNS[flag], flags.includes(flag) ? 1 : 0]))
  await portal.deps.db
    .updateTable('user')
    .set({ ...columns, is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', ann.id)
    .execute()
}

test('every combination of permissions shows its tiles, and gives a ticket only with board access', async () => {
  let token = ann.token
  for (let bits = 0; bits < 2 ** (FLAGS.length + 1); bits++) {
    if (bits % SETS_A_SESSION === 0) token = await createSession(portal.deps.db, ann.id, portal.deps.clock())
    const flags = FLAGS.filter((_, place) => bits & (1 << place))
    const isAdmin = Boolean(bits & (1 << FLAGS.length))
    const label = [...flags, ...(isAdmin ? ['admin'] : [])].join('+') || 'plain'
    await give(flags, isAdmin)

    const tiles = await portal.call(listApplications, { as: token })
    const names = tiles.body.applications.map(({ name }: { name: string }) => name).sort()
    expect(names, label).toEqual((isAdmin ? ALL : flags.flatMap((flag) => TILES[flag])).toSorted())

    const isWatcher = flags.includes('access_onbreak') || flags.includes('onbreak_admin')
    const { status } = await portal.call(createTicket, { as: token })
    expect(status, `${label}: ticket`).toBe(isWatcher ? 200 : 403)
  }
}, 120_000)
