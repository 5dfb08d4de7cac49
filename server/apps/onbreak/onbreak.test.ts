import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updatePermissions } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/onbreak.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
let ann: Awaited<ReturnType<Portal['addUser']>>
let boss: typeof ann

beforeEach(async () => {
  portal = await openPortal({ config: { timeZone: 'Europe/Berlin' } })
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags: { onbreak_admin: true, access_reporting: true } })
})
afterEach(() => portal.close())

const set = (body: object, headers: Record<string, string> = {}, as = ann.token) =>
  portal.call(calls.updateMyBreak, { as, body, headers })
const at = (occurredAt: string) => ({ 'Occurred-At': occurredAt })
const log = async (from = '2026-03-01', to = '2026-03-31') =>
  (await portal.call(calls.listBreakLog, { as: boss.token, query: { from, to } })).body
const board = async () => (await portal.call(calls.getBoard, { as: ann.token })).body

describe('the caller’s own status', () => {
  test('is created as available by the first read', async () => {
    const { status, body } = await portal.call(calls.getMyBreak, { as: ann.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: ann.id,
      userName: 'Ann',
      empType: '',
      status: true,
      breakType: '',
      clockOutTime: null,
    })
    expect((await portal.call(calls.getMyBreak, { as: ann.token })).body).toEqual(body)
  })

  test('stores type, message and time of leaving when away, and clears them on return', async () => {
    portal.setNow('2026-03-05T11:00:00.000Z')
    const away = await set({ status: false, breakType: 'Lunch', customMessage: 'Soup', userName: 'Eve', rev: 1e9 })
    expect(away.status).toBe(200)
    expect(away.body).toMatchObject({
      userName: 'Ann',
      status: false,
      breakType: 'Lunch',
      customMessage: 'Soup',
      clockOutTime: '2026-03-05T11:00:00.000Z',
    })
    expect(await board()).toContainEqual(
      expect.objectContaining({
        userId: ann.id,
        status: false,
        timeLeft: '2026-03-05T11:00:00.000Z',
        rev: away.body.rev,
      }),
    )
    portal.setNow('2026-03-05T11:30:00.000Z')
    const back = await set({ status: true, breakType: 'Lunch', customMessage: 'Soup' })
    expect(back.body).toMatchObject({ status: true, breakType: '', customMessage: '', clockOutTime: null })
    expect(back.body.rev).toBeGreaterThan(away.body.rev)
  })

  test('requires a known break type and a message of at most 200 characters (an emoji counts as one)', async () => {
    expect(await set({ status: false, breakType: 'Siesta' })).toMatchObject({
      status: 400,
      body: { fields: { breakType: /./ } },
    })
    expect((await set({ status: false })).status).toBe(400)
    expect((await set({ status: false, breakType: 'lunch' })).status).toBe(400)
    expect((await set({ status: false, breakType: 'Break', customMessage: '😀'.repeat(201) })).status).toBe(400)
    expect((await set({ status: false, breakType: 'Break', customMessage: '😀'.repeat(200) })).status).toBe(200)
  })

  test('is not changed by an update equal to the stored record', async () => {
    portal.setNow('2026-03-05T11:00:00.000Z')
    const first = await set({ status: false, breakType: 'Break', customMessage: 'Tea' })
    portal.setNow('2026-03-05T11:10:00.000Z')
    const second = await set({ status: false, breakType: 'Break', customMessage: 'Tea' })
    expect(second.body).toEqual(first.body)
  })

  test('answers isChanged: false to an update with a Base-Rev that changes nothing', async () => {
    const away = { status: false, breakType: 'Break', customMessage: 'Tea' }
    const { rev } = (await set(away)).body
    const again = await portal.call(calls.updateMyBreak, {
      as: ann.token,
      body: away,
      headers: { 'base-rev': String(rev - 1) },
    })
    expect(again.body).toMatchObject({ rev, isChanged: false })
    const changed = { as: ann.token, body: { status: true }, headers: { 'base-rev': String(rev) } }
    expect((await portal.call(calls.updateMyBreak, changed)).body.isChanged).toBeUndefined()
  })
})

describe('a late change', () => {
  const early = '2026-03-05T11:00:00.000Z'
  const late = '2026-03-05T11:05:00.000Z'

  test('is refused with the current record if somebody made a later change, and writes nothing', async () => {
    portal.setNow('2026-03-05T10:00:00.000Z')
    for (const status of [false, true]) await set({ status, breakType: 'Break' })
    portal.setNow(late)
    const lunch = { status: false, breakType: 'Lunch' }
    await portal.call(calls.updateBreak, { as: boss.token, params: { id: ann.id }, body: lunch })
    const before = await board()
    portal.setNow('2026-03-05T11:10:00.000Z')
    const refused = await set(
      { status: false, breakType: 'Break' },
      { ...at(early), 'Sent-At': '2026-03-05T11:10:00.000Z' },
    )
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toBe('Changed by Bo at 12:05, after your change at 12:00. That one was kept.')
    expect(refused.body.overtaken).toEqual({ by: 'Bo', theirs: late, yours: early })
    expect(refused.body.current).toMatchObject({ user: ann.id, breakType: 'Lunch' })
    expect(await board()).toEqual(before)
  })

  test('is refused with isOwn if the person made the later change themselves', async () => {
    portal.setNow(late)
    await set({ status: false, breakType: 'Lunch' })
    await set({ status: true })
    const phone = { ...at(early), 'Base-Rev': '1', 'Sent-At': late }
    const refused = await set({ status: false, breakType: 'Break' }, phone)
    expect(refused.body.overtaken).toEqual({ by: 'Ann', theirs: late, yours: early, isOwn: true })
  })

  test('is accepted if its Base-Rev is the current revision', async () => {
    portal.setNow(late)
    const { body } = await set({ status: false, breakType: 'Lunch' })
    const taken = await set({ status: true }, { ...at(early), 'Base-Rev': String(body.rev) })
    expect(taken).toMatchObject({ status: 200, body: { status: true } })
    const [entry] = await log()
    expect(entry.clockInTime >= entry.clockOutTime).toBe(true)
  })

  test('is accepted if it happened after the last change, and keeps its own time', async () => {
    portal.setNow('2026-03-05T12:00:00.000Z')
    const taken = await set({ status: false, breakType: 'Lunch' }, { ...at(early), 'Base-Rev': '1' })
    expect(taken).toMatchObject({ status: 200, body: { clockOutTime: early } })
  })

  /** A change by somebody who was offline and saw nothing since. */
  const byBoss = (occurredAt: string) =>
    portal.call(calls.updateBreak, {
      as: boss.token,
      params: { id: ann.id },
      body: { status: false, breakType: 'Break' },
      headers: at(occurredAt),
    })

  test('does not lower the time that the next late change is compared with', async () => {
    portal.setNow(late)
    const { body } = await set({ status: false, breakType: 'Lunch' })
    await set({ status: true }, { ...at(early), 'Base-Rev': String(body.rev) })
    portal.setNow('2026-03-05T11:10:00.000Z')
    expect((await byBoss('2026-03-05T11:02:00.000Z')).status).toBe(409)
    expect((await byBoss('2026-03-05T11:06:00.000Z')).status).toBe(200)
  })

  test('is accepted at the time of the last change, and without Occurred-At if the clock was set back', async () => {
    portal.setNow(late)
    await set({ status: false, breakType: 'Lunch' }, at(early))
    expect((await byBoss(early)).status).toBe(200)
    await set({ status: true })
    portal.setNow(early)
    expect((await set({ status: false, breakType: 'Lunch' })).status).toBe(200)
  })
})

describe('the break log', () => {
  test('has one entry per break: a new message edits it, another type starts the next', async () => {
    portal.setNow('2026-03-05T11:00:00.000Z')
    await set({ status: false, breakType: 'Lunch' })
    portal.setNow('2026-03-05T11:10:00.000Z')
    const edited = await set({ status: false, breakType: 'Lunch', customMessage: 'Longer queue' })
    expect(edited.body.clockOutTime).toBe('2026-03-05T11:00:00.000Z')
    portal.setNow('2026-03-05T11:20:00.000Z')
    await set({ status: false, breakType: 'Break' })
    expect(await log()).toMatchObject([
      {
        user: ann.id,
        userName: 'Ann',
        breakType: 'Lunch',
        customMessage: 'Longer queue',
        clockOutTime: '2026-03-05T11:00:00.000Z',
        clockInTime: '2026-03-05T11:20:00.000Z',
      },
      { breakType: 'Break', clockOutTime: '2026-03-05T11:20:00.000Z', clockInTime: null },
    ])
    portal.setNow('2026-03-05T11:40:00.000Z')
    await portal.call(calls.updateBreak, { as: boss.token, params: { id: ann.id }, body: { status: true } })
    expect((await log())[1]).toMatchObject({ clockInTime: '2026-03-05T11:40:00.000Z', changedBy: boss.id })
  })

  test('takes from and to as days in the company’s time zone, and refuses invalid ones', async () => {
    portal.setNow('2026-03-05T23:30:00.000Z') // the 6th in Berlin
    await set({ status: false, breakType: 'Lunch' })
    for (const day of ['2026-03-05', '2026-03-07']) expect(await log(day, day), day).toEqual([])
    expect(await log('2026-03-06', '2026-03-06')).toHaveLength(1)
    const backwards = await portal.call(calls.listBreakLog, {
      as: boss.token,
      query: { from: '2026-03-07', to: '2026-03-06' },
    })
    expect(backwards.status).toBe(400)
    const noDay = await portal.call(calls.listBreakLog, {
      as: boss.token,
      query: { from: '2026-02-30', to: '2026-03-06' },
    })
    expect(noDay.status).toBe(400)
  })

  test('accepts the first and the last day of the calendar', async () => {
    for (const day of ['0001-01-01', '9999-12-31'])
      expect(
        (await portal.call(calls.listBreakLog, { as: boss.token, query: { from: day, to: day } })).status,
        day,
      ).toBe(200)
  })

  test('returns 20,000 entries completely and in order while other calls are served', async () => {
    const count = 20_000
    const at = (nth: number) =>
      new Date(Date.parse('2026-01-01T12:00:00.000Z') + Math.floor(nth / 3) * 60_000).toISOString()
    const row = (nth: number) => ({
      ...{ user_id: nth + 1, user_name: 'Ann', department: '', break_type: 'Lunch', custom_message: `${nth}` },
      ...{ clock_out_time: at(nth), clock_in_time: at(nth + 60), changed_by: null, rev: 0 },
    })
    const rows = Array.from({ length: count }, (_, nth) => row(nth))
    for (let from = 0; from < count; from += 1_000)
      await portal.deps.db
        .insertInto('break_log')
        .values(rows.slice(from, from + 1_000))
        .execute()
    const board = () => portal.call(calls.getBoard, { as: boss.token })
    // Opens two connections, so that none has to be opened later.
    await Promise.all([board(), board()])
    let isTold = false
    const told = log('0001-01-01', '9999-12-31').finally(() => {
      isTold = true
    })
    await board()
    expect(isTold).toBe(false)
    expect((await told).map(({ customMessage }: { customMessage: string }) => customMessage)).toEqual(
      rows.map((each) => each.custom_message),
    )
    expect(await log('2020-01-01', '2020-01-02')).toEqual([])
  })

  test('answers 500 with an uncompressed JSON error if it cannot be read', async () => {
    await sql`drop table break_log`.execute(portal.deps.db)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { statusCode, headers, body } = await portal.app.inject({
        url: `${calls.listBreakLog.path}?from=2026-03-01&to=2026-03-31`,
        headers: { authorization: `Bearer ${boss.token}`, 'accept-encoding': encoding },
      })
      expect([statusCode, headers['content-encoding']], encoding).toEqual([500, undefined])
      expect(JSON.parse(body).detail).toMatch(/^Something went wrong on our side/)
    }
  })

  test('names the admin who ended a break by deactivating the person', async () => {
    portal.setNow('2026-03-05T12:00:00.000Z')
    const admin = await portal.addUser({ isAdmin: true })
    await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: false, breakType: 'Break' } })
    await portal.call(updatePermissions, { as: admin.token, params: { id: ann.id }, body: { dept: 'deactivated' } })
    const [entry] = await log()
    expect(entry).toMatchObject({ user: ann.id, changedBy: admin.id })
    expect(entry.clockInTime).toBeTruthy()
  })
})

describe('other people', () => {
  test('can be changed by a board admin only, and only if they are on the board', async () => {
    await portal.call(calls.getMyBreak, { as: ann.token })
    const change = (id: number, as: string) =>
      portal.call(calls.updateBreak, { as, params: { id }, body: { status: false, breakType: 'Lunch' } })
    expect(await change(ann.id, boss.token)).toMatchObject({ status: 200, body: { user: ann.id, breakType: 'Lunch' } })
    expect((await change(boss.id, ann.token)).status).toBe(403)
    expect((await change(boss.id, boss.token)).status).toBe(404)
    expect((await change(999_999, boss.token)).status).toBe(404)
  })

  test('can be added to the board once if they have access, and are removed with their break ended', async () => {
    const zed = await portal.addUser({ name: 'Zed', flags: { access_onbreak: true } })
    const create = (id: number) => portal.call(calls.createBreak, { as: boss.token, params: { id } })
    const remove = () => portal.call(calls.deleteBreak, { as: boss.token, params: { id: zed.id } })
    await portal.call(calls.getMyBreak, { as: zed.token })
    expect((await remove()).status).toBe(204)
    expect(await create(zed.id)).toMatchObject({ status: 201, body: { user: zed.id, status: true } })
    expect((await create(zed.id)).status).toBe(200)
    expect((await create(boss.id)).status).toBe(409)
    expect((await create(999_999)).status).toBe(404)
    portal.setNow('2026-03-05T11:00:00.000Z')
    await set({ status: false, breakType: 'Lunch' }, {}, zed.token)
    portal.setNow('2026-03-05T11:15:00.000Z')
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await log()).toMatchObject([{ user: zed.id, clockInTime: '2026-03-05T11:15:00.000Z' }])
    expect((await board()).map(({ userId }: { userId: number }) => userId)).not.toContain(zed.id)
    expect((await portal.call(calls.getBreak, { as: boss.token, params: { id: zed.id } })).status).toBe(404)
  })

  test('cannot be added to the board while deactivated, even with access', async () => {
    const change = (body: object) => portal.call(updatePermissions, { as: boss.token, params: { id: ann.id }, body })
    await change({ dept: 'deactivated' })
    await change({ access_onbreak: true })
    const refused = await portal.call(calls.createBreak, { as: boss.token, params: { id: ann.id } })
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Ann is deactivated') } })
  })

  test('cannot be read by id without being a board admin, except for the caller’s own record', async () => {
    const mine = await portal.call(calls.getBreak, { as: ann.token, params: { id: ann.id } })
    expect(mine).toMatchObject({ status: 200, body: { user: ann.id } })
    expect((await portal.call(calls.getBreak, { as: ann.token, params: { id: boss.id } })).status).toBe(403)
  })
})

describe('the board', () => {
  test('lists participants by name, and answers 304 until something changes', async () => {
    const names = ['Émile', 'zoe', 'Bert']
    for (const name of names) {
      const user = await portal.addUser({ name, flags: { access_onbreak: true } })
      await portal.call(calls.getMyBreak, { as: user.token })
    }
    await portal.call(calls.getMyBreak, { as: ann.token })
    const first = await portal.call(calls.getBoard, { as: ann.token })
    expect(first.body.map(({ userName }: { userName: string }) => userName)).toEqual(['Ann', 'Bert', 'Émile', 'zoe'])
    const etag = String(first.headers.etag)
    const same = await portal.call(calls.getBoard, { as: ann.token, headers: { 'If-None-Match': etag } })
    expect(same.status).toBe(304)
    await set({ status: false, breakType: 'Lunch' })
    const changed = await portal.call(calls.getBoard, { as: ann.token, headers: { 'If-None-Match': etag } })
    expect(changed.status).toBe(200)
  })

  test('always includes a change whose response was sent', async () => {
    for (let count = 0; count < 10; count++) {
      const { body } = await set(count % 2 ? { status: true } : { status: false, breakType: 'Lunch' })
      expect(await board()).toContainEqual(
        expect.objectContaining({ userId: ann.id, rev: body.rev, status: body.status }),
      )
    }
  })
})
