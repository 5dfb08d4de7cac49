/**
 * Tries every declared call with every kind of caller against a table copied by hand from wire.md §2. The rules of
 * `contract/who.ts` are under test, so the table does not use them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import { createApiKey } from '#contract/apps/etl.ts'
import { type CallDeclaration, callId } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { recordOf } from '#contract/records.ts'
import type { Caller } from '#contract/who.ts'
import { pairDisplay } from '#tests/display.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const FLAGS = [
  'access_onbreak',
  'onbreak_admin',
  'access_mood',
  'mood_admin',
  'access_etl',
  'access_reporting',
  'isCEP',
  'isCepManager',
  'isCepDeptManager',
] as const
type Flag = (typeof FLAGS)[number]

/** `–`: no token needed · `any`: anybody signed in · `self`: the person concerned · `key`, `display`: other tokens. */
type Who = '–' | 'any' | 'admin' | 'self' | 'key' | 'display' | Flag

const managers: Who[] = ['isCepManager', 'isCepDeptManager', 'mood_admin']
const etl: Who[] = ['access_etl', 'admin']
const mood: Who[] = ['access_mood', 'admin']
const board: Who[] = ['access_onbreak', 'onbreak_admin']
const keepers: Who[] = ['onbreak_admin', 'admin']

/** Who may make each call, by wire.md §2. */
const WHO: Readonly<Record<string, readonly Who[]>> = {
  'POST /api/users/login/': ['–'],
  'POST /api/users/register/': ['–'],
  'POST /api/users/logout/': ['any'],
  'POST /api/users/registerother/': ['admin'],
  'GET /api/users/profile/': ['any'],
  'GET /api/users/:id/': ['self', 'admin'],
  'PUT /api/users/profile/update/': ['any'],
  'PUT /api/users/update/:id/': ['admin'],
  'GET /api/users/': ['admin'],
  'GET /api/users/cepusers/': ['access_mood', 'isCepManager', 'isCepDeptManager', 'mood_admin', 'admin'],
  'GET /api/users/cepManagers/': ['admin'],
  'DELETE /api/users/delete/:id/': ['admin'],
  'PUT /api/users/myperms/': ['any'],
  'GET /api/users/perms/:id/': ['self', 'admin'],
  'PUT /api/users/perms/update/:id/': ['admin'],
  'POST /api/users/perms/create/:id/': ['admin'],

  'GET /api/applications/': ['any'],
  'GET /api/applications/:id': ['–'],
  'POST /api/applications/create/': ['admin'],
  'PUT /api/applications/update/:id/': ['admin'],
  'POST /api/applications/upload/': ['admin'],
  'DELETE /api/applications/delete/:id/': ['admin'],
  'GET /api/reporting/': ['access_reporting'],
  'GET /api/reporting/analytics/': ['admin', 'access_reporting'],
  'PUT /api/reporting/analytics/': ['admin'],
  'GET /api/applications/pins/': ['any'],
  'PUT /api/applications/pins/': ['any'],

  'GET /api/onbreak/get/': ['access_onbreak'],
  'GET /api/onbreak/get/:id/': ['onbreak_admin', 'self'],
  'GET /api/onbreak/board/': [...board, 'display'],
  'PUT /api/onbreak/update/': ['access_onbreak'],
  'PUT /api/onbreak/update/:id/': ['onbreak_admin'],
  'POST /api/onbreak/create/:id/': ['admin'],
  'POST /api/onbreak/create/breakdata/': ['access_onbreak'],
  'DELETE /api/onbreak/delete/:id/': ['admin'],
  'GET /api/onbreak/breaktype/': board,
  'GET /api/onbreak/builtintype/': board,
  'PUT /api/onbreak/builtintype/': ['onbreak_admin'],
  'POST /api/onbreak/breaktype/': ['onbreak_admin'],
  'PUT /api/onbreak/breaktype/:id/': ['onbreak_admin'],
  'DELETE /api/onbreak/breaktype/:id/': ['onbreak_admin'],
  'POST /api/onbreak/ticket/': [...board, 'display'],
  'POST /api/onbreak/displays/code/': ['–'],
  'POST /api/onbreak/displays/token/': ['–'],
  'GET /api/onbreak/displays/': keepers,
  'GET /api/onbreak/displays/screen/': keepers,
  'POST /api/onbreak/displays/': keepers,
  'PUT /api/onbreak/displays/:id/': keepers,
  'DELETE /api/onbreak/displays/:id/': keepers,
  'GET /api/onbreak/log/': ['access_reporting'],

  'GET /api/checklist/incompleteusers/': ['admin'],
  'GET /api/checklist/usertasks/:id/': ['admin'],
  'PUT /api/checklist/usertasks/:id/': ['admin'],
  'PUT /api/checklist/todo/check/:id/': ['admin'],
  'POST /api/checklist/newuser/:id/': ['admin'],
  'GET /api/checklist/doneusers/': ['admin'],
  'GET /api/checklist/mytasks/': ['any'],
  'DELETE /api/checklist/olduser/:id/': ['admin'],
  'POST /api/checklist/olduser/:id/': ['admin'],
  'GET /api/checklist/employeetodo/': ['admin'],
  'POST /api/checklist/employeetodo/': ['admin'],
  'GET /api/checklist/employeetodo/:id/': ['admin'],
  'PUT /api/checklist/employeetodo/:id/': ['admin'],
  'DELETE /api/checklist/employeetodo/:id/': ['admin'],
  'PUT /api/checklist/employeetodos/': ['admin'],
  'GET /api/checklist/employeetype/': ['any'],
  'POST /api/checklist/employeetype/': ['admin'],
  'GET /api/checklist/employeetype/:id/': ['admin'],
  'PUT /api/checklist/employeetype/:id/': ['admin'],
  'DELETE /api/checklist/employeetype/:id/': ['admin'],

  'GET /api/etl/action/': etl,
  'GET /api/etl/actionsuccess/': etl,
  'GET /api/etl/actionfail/': etl,
  'GET /api/etl/summary/': etl,
  'PUT /api/etl/action/:id/': etl,
  'GET /api/etl/datasource/': etl,
  'GET /api/etl/table/': etl,
  'POST /api/v1/lineage': ['key'],
  'GET /api/etl/keys/': ['admin'],
  'POST /api/etl/keys/': ['admin'],
  'DELETE /api/etl/keys/:id/': ['admin'],
  'POST /api/etl/ping/:source/:task/:state/': ['key'],
  'GET /api/etl/expectation/': ['admin'],
  'PUT /api/etl/expectation/': ['admin'],
  'DELETE /api/etl/expectation/:id/': ['admin'],
  'GET /api/etl/late/': etl,

  'GET /api/versions/all/': ['any'],
  'GET /api/versions/:id/': ['any'],
  'PUT /api/versions/:id/': ['admin'],
  'POST /api/versions/': ['admin'],
  'DELETE /api/versions/:id/': ['admin'],

  'GET /api/videos/': ['isCEP', 'admin'],
  'POST /api/videos/': ['admin'],
  'PUT /api/videos/:id/': ['admin'],
  'DELETE /api/videos/:id/': ['admin'],
  'POST /api/videos/uploads/': ['admin'],
  'PUT /api/videos/uploads/:upload/:offset/': ['admin'],
  'DELETE /api/videos/uploads/:upload/': ['admin'],
  'GET /api/videos/:id/address/': ['isCEP', 'admin'],

  'GET /api/mood/incompletedates/': mood,
  'GET /api/mood/alldates/': [...mood, ...managers],
  'POST /api/mood/moodreport/': mood,
  'GET /api/mood/myreports/': ['isCepManager', 'isCepDeptManager'],
  'GET /api/mood/deptreports/': ['isCepDeptManager'],
  'GET /api/mood/adminreports/': ['mood_admin'],
  'GET /api/mood/moodreport/user/:id/': [...managers, 'admin'],
  'GET /api/mood/moodreport/date/:id/': [...managers, 'admin'],
  'GET /api/mood/users/': managers,
  'GET /api/mood/trends/': managers,

  'GET /api/notifications/': ['any'],
  'POST /api/notifications/devices/': ['any'],
  'DELETE /api/notifications/devices/:id/': ['any'],
  'PUT /api/notifications/wanted/': ['any'],
  'POST /api/notifications/test/': ['any'],

  'GET /api/audit/': ['admin'],

  'GET /api/config/': ['–'],
  'GET /api/health': ['–'],
  'GET /api/openapi.json': ['admin'],
  'GET /api/status/': ['admin'],
}

/** Calls open to a user who must change the password first (wire.md §2). */
const BEFORE_PASSWORD_CHANGE = new Set([
  'GET /api/users/profile/',
  'PUT /api/users/profile/update/',
  'PUT /api/users/myperms/',
  'GET /api/config/',
  'POST /api/users/logout/',
])

/** An id that nobody has, so that a call that is let through changes nothing. */
const NOBODY = 999_999

interface Kind {
  readonly name: string
  readonly is: readonly Who[]
  token?: string
  id?: number
  readonly mustChange?: true
  readonly isNoSession?: true
  readonly isDisplay?: true
  readonly isKey?: true
}

const kinds: Kind[] = [
  { name: 'no token', is: [], isNoSession: true },
  { name: 'a token that nobody has', is: [], token: 'made-up', isNoSession: true },
  { name: 'a deactivated user', is: [], isNoSession: true },
  { name: 'one who must change the password', is: ['admin', ...FLAGS], mustChange: true },
  { name: 'plain', is: [] },
  ...FLAGS.map((flag): Kind => ({ name: `with ${flag} alone`, is: [flag] })),
  { name: 'a manager of both kinds', is: ['isCEP', 'isCepManager', 'isCepDeptManager'] },
  { name: 'an admin without a flag', is: ['admin'] },
  { name: 'a display', is: [], isDisplay: true },
  { name: 'an API key', is: [], isKey: true },
]

type Outcome = 401 | 403 | 'through'

function expected(kind: Kind, id: string, isSelf: boolean): Outcome {
  const who = WHO[id] ?? []
  if (who.includes('–')) return 'through'
  if (kind.isKey) return who.includes('key') ? 'through' : 401
  if (kind.isDisplay) return who.includes('display') ? 'through' : 401
  if (kind.isNoSession || who.includes('key')) return 401
  if (kind.mustChange && !BEFORE_PASSWORD_CHANGE.has(id)) return 403
  const is = new Set<Who>(['any', ...kind.is, ...(isSelf ? (['self'] as const) : [])])
  return who.some((each) => is.has(each)) ? 'through' : 403
}

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  const boss = await portal.addUser({ isAdmin: true })
  for (const kind of kinds) {
    if (kind.isKey)
      kind.token = (await portal.call(createApiKey, { as: boss.token, body: { name: 'Airflow' } })).body.key
    if (kind.isDisplay) kind.token = (await pairDisplay(portal, boss)).token
    if (kind.name === 'no token' || kind.token) continue
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, kind.is.includes(flag)]))
    const user = await portal.addUser({ isAdmin: kind.is.includes('admin'), flags, changedPassword: !kind.mustChange })
    kind.token = user.token
    kind.id = user.id
    if (kind.name === 'a deactivated user')
      await portal.call(updatePermissions, { as: boss.token, params: { id: user.id }, body: { dept: 'deactivated' } })
  }
})
afterAll(() => portal.close())

const isLogout = (call: CallDeclaration) => callId(call) === 'POST /api/users/logout/'
/** All calls, with signing out last: it ends the session that the others need. */
const inOrder = [...calls].sort((a, b) => Number(isLogout(a)) - Number(isLogout(b)))

async function outcomeOf(
  call: CallDeclaration,
  kind: Kind,
  id: number,
): Promise<{ outcome: Outcome; detail?: string }> {
  const { status, body } = await portal.call(call, {
    ...(kind.token ? { as: kind.token } : {}),
    ...(call.params ? { params: { id, source: 'shop', task: 'load', state: 'ok' } } : {}),
    ...(call.method === 'GET' ? {} : { body: {} }),
  })
  expect(status, `${kind.name}: ${callId(call)}`).toBeLessThan(500)
  const outcome = status === 401 || status === 403 ? status : 'through'
  return { outcome, ...(body && typeof body === 'object' && 'detail' in body ? { detail: String(body.detail) } : {}) }
}

test('the table from wire.md and the contract name the same calls', () => {
  expect(calls.map(callId).sort()).toEqual(Object.keys(WHO).sort())
})

describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  test('gets the expected outcome (accepted, 401 or 403) from every call', async () => {
    const seen: Record<string, Outcome> = {}
    const wanted: Record<string, Outcome> = {}
    for (const call of inOrder) {
      const id = callId(call)
      wanted[id] = expected(kind, id, false)
      const { outcome, detail } = await outcomeOf(call, kind, NOBODY)
      seen[id] = outcome
      if (outcome !== 'through') expect(detail, id).toMatch(/\.$/)
      if (kind.mustChange && outcome === 403) expect(detail, id).toBe('Change your password first.')
      if (!WHO[id]?.includes('self') || !kind.id) continue
      wanted[`${id} (own)`] = expected(kind, id, true)
      seen[`${id} (own)`] = (await outcomeOf(call, kind, kind.id)).outcome
    }
    expect(seen).toEqual(wanted)
  })
})

/** Evaluates the rules directly: there are too many combinations of flags to ask a server about each. */
test('every combination of permissions allows exactly the calls that its single permissions allow', () => {
  const wrong: string[] = []
  for (let bits = 0; bits < 2 ** (FLAGS.length + 1); bits++) {
    const flags = FLAGS.filter((_, place) => bits & (1 << place))
    const isAdmin = Boolean(bits & (1 << FLAGS.length))
    const is: Who[] = isAdmin ? [...flags, 'admin'] : flags
    const permissions = recordOf(FLAGS, (flag) => flags.includes(flag))
    const caller: Caller = { kind: 'session', id: 7, isAdmin, permissions: { ...permissions, changed_password: true } }
    for (const call of calls)
      for (const id of [7, NOBODY]) {
        const wanted = expected({ name: '', is }, callId(call), id === caller.id)
        const { tokens } = call.who
        const verdict =
          tokens.length > 0 && !tokens.includes('session') ? 401 : call.who.allows(caller, { id: String(id) })
        const seen = verdict === true ? 'through' : verdict === 401 ? 401 : 403
        if (seen !== wanted)
          wrong.push(`${is.join('+') || 'plain'}: ${callId(call)} of ${id} is ${seen}, not ${wanted}`)
      }
  }
  expect(wrong.slice(0, 20)).toEqual([])
})
