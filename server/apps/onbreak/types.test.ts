import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/onbreak.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
let ann: Awaited<ReturnType<Portal['addUser']>>
let boss: typeof ann

beforeEach(async () => {
  portal = await openPortal()
  ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true } })
  boss = await portal.addUser({ name: 'Bo', flags: { onbreak_admin: true, access_reporting: true } })
})
afterEach(() => portal.close())

const set = (body: object) => portal.call(calls.updateMyBreak, { as: ann.token, body })
const board = async () => (await portal.call(calls.getBoard, { as: ann.token })).body

describe('break types', () => {
  const add = (breakType: string) => portal.call(calls.createBreakType, { as: boss.token, body: { breakType } })
  const list = async () => (await portal.call(calls.listBreakTypes, { as: ann.token })).body

  test('can be added, renamed and deleted, with names unique regardless of case and not built-in', async () => {
    const meeting = await add(' Meeting ')
    expect(meeting).toMatchObject({ status: 201, body: { breakType: 'Meeting' } })
    for (const taken of ['meeting', 'LUNCH', 'break']) expect((await add(taken)).status, taken).toBe(409)
    await add('Übung')
    expect((await add('üBUNG')).status).toBe(409)
    const rename = (id: number, breakType: string) =>
      portal.call(calls.updateBreakType, { as: boss.token, params: { id }, body: { breakType } })
    expect(await rename(meeting.body._id, 'MEETING')).toMatchObject({ status: 200, body: { breakType: 'MEETING' } })
    expect((await rename(meeting.body._id, 'übung')).status).toBe(409)
    // 404 for a missing type, even if the name is taken.
    for (const name of ['New', 'Lunch', 'Übung']) expect((await rename(999_999, name)).status, name).toBe(404)
    expect((await list()).map(({ breakType }: { breakType: string }) => breakType)).toEqual(['MEETING', 'Übung'])
    const remove = () => portal.call(calls.deleteBreakType, { as: boss.token, params: { id: meeting.body._id } })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await list()).map(({ breakType }: { breakType: string }) => breakType)).toEqual(['Übung'])
  })

  test('treat a composed and a decomposed accent as the same name', async () => {
    expect((await add('Café'.normalize('NFC'))).status).toBe(201)
    expect((await add('Café'.normalize('NFD'))).status).toBe(409)
  })

  test('can be deleted during a break, which then continues but cannot be started again', async () => {
    const { body } = await add('Meeting')
    expect((await set({ status: false, breakType: 'Meeting' })).status).toBe(200)
    await portal.call(calls.deleteBreakType, { as: boss.token, params: { id: body._id } })
    expect((await set({ status: false, breakType: 'Meeting', customMessage: 'Room 4' })).status).toBe(200)
    await set({ status: true })
    expect((await set({ status: false, breakType: 'Meeting' })).status).toBe(400)
  })

  test('have optional planned minutes from 1 to 1,440, which are omitted if not set', async () => {
    const errand = await add('Errand')
    expect(errand.body).toEqual({ _id: errand.body._id, breakType: 'Errand' })
    const change = (body: object) =>
      portal.call(calls.updateBreakType, { as: boss.token, params: { id: errand.body._id }, body })
    const planned = { ...errand.body, plannedMinutes: 45 }
    expect((await change({ breakType: 'Errand', plannedMinutes: 45 })).body).toEqual(planned)
    expect((await change({ breakType: 'Chore' })).body).toEqual({ ...planned, breakType: 'Chore' })
    expect((await change({ breakType: 'Errand' })).body).toEqual(planned)
    expect(await list()).toEqual([planned])
    for (const plannedMinutes of [0, 1_441, 1.5, '45', -1, true]) {
      const { status, body } = await change({ breakType: 'Errand', plannedMinutes })
      expect([status, Object.keys(body.fields)], String(plannedMinutes)).toEqual([400, ['plannedMinutes']])
    }
    for (const plannedMinutes of [1, 1_440])
      expect((await change({ breakType: 'Errand', plannedMinutes })).body).toMatchObject({ plannedMinutes })
    expect((await change({ breakType: 'Errand', plannedMinutes: null })).body).toEqual(errand.body)
    expect(Object.keys((await set({ status: false, breakType: 'Errand' })).body)).not.toContain('plannedMinutes')
  })

  test('pass their planned minutes to the record and the board line of a person who is away', async () => {
    const body = { breakType: 'Dentist', plannedMinutes: 90 }
    const dentist = await portal.call(calls.createBreakType, { as: boss.token, body })
    const change = (body: object) =>
      portal.call(calls.updateBreakType, { as: boss.token, params: { id: dentist.body._id }, body })
    const minutes = async () => {
      const mine = (await portal.call(calls.getMyBreak, { as: ann.token })).body
      const line = (await board()).find(({ userId }: { userId: number }) => userId === ann.id)
      expect(mine.plannedMinutes).toBe(line.plannedMinutes)
      return line.plannedMinutes
    }
    expect((await set({ status: false, breakType: 'Dentist' })).body).toMatchObject({ plannedMinutes: 90 })
    expect(await minutes()).toBe(90)
    await change({ breakType: 'Dentist', plannedMinutes: 60 })
    expect(await minutes()).toBe(60)
    expect((await set({ status: false, breakType: 'Lunch' })).body.plannedMinutes).toBeUndefined()
    expect(await minutes()).toBeUndefined()
    await change({ breakType: 'Dentist', plannedMinutes: 30 })
    expect(await minutes()).toBeUndefined()
  })

  describe('a break in progress', () => {
    const lineOf = async (id: number) => (await board()).find(({ userId }: { userId: number }) => userId === id)
    const own = async () => (await portal.call(calls.getMyBreak, { as: ann.token })).body
    const log = async () => {
      const query = { from: '2026-03-05', to: '2026-03-05' }
      const { body } = await portal.call(calls.listBreakLog, { as: boss.token, query })
      return body.map(({ breakType }: { breakType: string }) => breakType)
    }
    let dentist: number
    const change = (body: object) =>
      portal.call(calls.updateBreakType, { as: boss.token, params: { id: dentist }, body })
    const remove = () => portal.call(calls.deleteBreakType, { as: boss.token, params: { id: dentist } })
    const at = (time: string) => portal.setNow(`2026-03-05T${time}:00.000Z`)
    beforeEach(async () => {
      at('11:00')
      const body = { breakType: 'Dentist', plannedMinutes: 90 }
      dentist = (await portal.call(calls.createBreakType, { as: boss.token, body })).body._id
    })

    test('takes the new name and planned minutes of its type on the board, in its record and in the log', async () => {
      const cy = await portal.addUser({ name: 'Cy', flags: { access_onbreak: true } })
      await set({ status: false, breakType: 'Dentist' })
      at('11:05')
      await set({ status: true })
      await portal.call(calls.updateMyBreak, { as: cy.token, body: { status: false, breakType: 'Lunch' } })
      at('11:10')
      const { body: left } = await set({ status: false, breakType: 'Dentist', customMessage: 'Back at three' })
      const [{ rev }, others] = [await own(), await lineOf(cy.id)]
      expect((await change({ breakType: 'Doctor', plannedMinutes: 30 })).status).toBe(200)
      const followed = { ...left, breakType: 'Doctor', plannedMinutes: 30, rev: expect.any(Number) }
      expect(await own()).toEqual(followed)
      expect((await own()).rev).toBeGreaterThan(rev)
      expect(await lineOf(ann.id)).toMatchObject({ breakType: 'Doctor', plannedMinutes: 30, rev: (await own()).rev })
      expect(await lineOf(cy.id)).toEqual(others)
      expect(await log()).toEqual(['Dentist', 'Lunch', 'Doctor'])
    })

    test('can be edited and ended normally after its type was renamed', async () => {
      const { body: left } = await set({ status: false, breakType: 'Dentist' })
      await change({ breakType: 'Doctor' })
      at('11:20')
      const edited = await set({ status: false, breakType: 'Doctor', customMessage: 'Long queue' })
      expect(edited.body).toMatchObject({ clockOutTime: left.clockOutTime, plannedMinutes: 90 })
      at('11:30')
      const headers = { 'base-rev': String(left.rev), 'occurred-at': '2026-03-05T11:25:00.000Z' }
      const back = await portal.call(calls.updateMyBreak, { as: ann.token, body: { status: true }, headers })
      expect(back).toMatchObject({ status: 200, body: { status: true } })
      expect(await log()).toEqual(['Doctor'])
    })

    test('keeps its planned minutes after its type is deleted; the next break does not', async () => {
      await set({ status: false, breakType: 'Dentist' })
      await remove()
      const line = { breakType: 'Dentist', plannedMinutes: 90 }
      expect([await own(), await lineOf(ann.id)]).toMatchObject([line, line])
      const edited = await set({ status: false, breakType: 'Dentist', customMessage: 'Long queue' })
      expect(edited.body).toMatchObject({ ...line, customMessage: 'Long queue' })
      expect((await set({ status: false, breakType: 'Lunch' })).body).not.toHaveProperty('plannedMinutes')
      expect((await set({ status: true })).body).not.toHaveProperty('plannedMinutes')
    })
  })

  test('Lunch and Break accept planned minutes, but no other change', async () => {
    const plan = (breakType: string, plannedMinutes: unknown) =>
      portal.call(calls.planBuiltInBreakType, { as: boss.token, body: { breakType, plannedMinutes } })
    const builtIn = async () => (await portal.call(calls.listBuiltInBreakTypes, { as: ann.token })).body
    expect(await builtIn()).toEqual([{ breakType: 'Lunch' }, { breakType: 'Break' }])
    const own = await portal.call(calls.createBreakType, { as: boss.token, body: { breakType: 'Dentist' } })
    await set({ status: false, breakType: 'Lunch' })
    const planned = { breakType: 'Lunch', plannedMinutes: 60 }
    expect(await plan('Lunch', 60)).toMatchObject({ status: 200, body: planned })
    expect(await builtIn()).toEqual([planned, { breakType: 'Break' }])
    expect((await board()).find(({ userId }: { userId: number }) => userId === ann.id)).toMatchObject(planned)

    expect(await list()).toEqual([own.body])
    const rows = portal.deps.db.selectFrom('break_type').select('id').where('name', '=', 'Lunch')
    const row = await rows.executeTakeFirstOrThrow()
    for (const call of [calls.updateBreakType, calls.deleteBreakType]) {
      const body = call === calls.updateBreakType ? { body: { breakType: 'Feast' } } : {}
      expect((await portal.call(call, { as: boss.token, params: { id: row.id }, ...body })).status).toBe(404)
    }
    expect((await plan('Dentist', 60)).status).toBe(400)
    expect((await plan('Lunch', 0)).status).toBe(400)
    expect((await plan('Lunch', 30)).body).toEqual({ breakType: 'Lunch', plannedMinutes: 30 })
    expect((await plan('Lunch', null)).body).toEqual({ breakType: 'Lunch' })
    expect((await set({ status: false, breakType: 'Lunch' })).body.plannedMinutes).toBeUndefined()
  })
})
