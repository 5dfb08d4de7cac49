/**
 * Concurrent changes of the same record, each having read it before the other has written. Postgres only: a lock held by
 * the test stops both at the same point, and then lets them go on one after the other.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import * as checklist from '#contract/apps/checklist.ts'
import * as displays from '#contract/apps/displays.ts'
import * as mood from '#contract/apps/mood.ts'
import * as onbreak from '#contract/apps/onbreak.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { atMostOnce, readKey } from '#server/http/idempotency.ts'
import { lockWaiters } from '#tests/lock-waiters.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { aTodo } from '#tests/todo.ts'
import { hasOtherAdmin } from '../apps/accounts/store.ts'
import { AVAILABLE, findBreakRecord, putOnBoard, writeBreakRecord } from '../apps/onbreak/store.ts'
import type { Db } from './tables.ts'

type Answer = Awaited<ReturnType<Portal['call']>>

describe.runIf(inject('postgresUrl'))('on Postgres', () => {
  let portal: Portal
  let boss: TestUser
  let ann: TestUser
  beforeEach(async () => {
    portal = await openPortal()
    const flags = { onbreak_admin: true, access_onbreak: true }
    boss = await portal.addUser({ name: 'Bo', isAdmin: true, flags })
    ann = await portal.addUser({ name: 'Ann', flags: { access_onbreak: true, access_mood: true } })
  })
  afterEach(() => portal.close())

  const asBoss = () => ({ as: boss.token })
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

  /**
   * Starts calls, each once the previous one waits for the lock, then ends the lock's transaction and returns the answers.
   */
  async function heldAt(
    lock: (tx: Db) => Promise<unknown>,
    calls: readonly (() => Promise<Answer>)[],
    how: 'commits' | 'rolls back' = 'commits',
  ) {
    const begun: Promise<Answer>[] = []
    const holding = portal.deps.db.transaction().execute(async (tx) => {
      await lock(tx)
      const waiting = await lockWaiters(portal.deps.db, tx)
      for (const call of calls) {
        begun.push(call())
        await expect.poll(waiting, { interval: 10 }).toBe(begun.length)
      }
      if (how === 'rolls back') throw new Error(how)
    })
    await holding.catch((error: Error) => {
      if (error.message !== 'rolls back') throw error
    })
    return Promise.all(begun)
  }
  // A lock without a write: a transaction that waits for a row which is then updated may be overtaken by others.
  const theRevision = (tx: Db) => tx.selectFrom('revision').select('rev').forUpdate().execute()
  const call =
    (declared: CallDeclaration, options: Parameters<Portal['call']>[1] = {}) =>
    () =>
      portal.call(declared, options)

  describe('the status of one person', () => {
    const log = () => portal.deps.db.selectFrom('break_log').selectAll().orderBy('id').execute()
    const leave = (customMessage: string, breakType = 'Lunch') =>
      call(onbreak.updateMyBreak, { as: ann.token, body: { status: false, breakType, customMessage } })

    test('a break started on two devices is one break, with the later message', async () => {
      const answers = await heldAt(theRevision, [leave('Soup'), leave('Salad')])
      expect(statuses(answers)).toEqual([200, 200])
      const [entry, ...others] = await log()
      expect(others).toEqual([])
      expect(entry).toMatchObject({ custom_message: 'Salad', clock_in_time: null })
      expect(answers[1]?.body.clockOutTime).toBe(answers[0]?.body.clockOutTime)
      expect((await findBreakRecord(portal.deps.db, ann.id))?.custom_message).toBe('Salad')
    })

    test('an admin’s break and the person’s concurrent return are logged in that order', async () => {
      const body = { status: false, breakType: 'Lunch', customMessage: '' }
      const [sent, back] = await heldAt(theRevision, [
        call(onbreak.updateBreak, { ...asBoss(), params: { id: ann.id }, body }),
        call(onbreak.updateMyBreak, { as: ann.token, body: { status: true } }),
      ])
      expect([sent?.status, back?.status, back?.body.status]).toEqual([200, 200, true])
      expect(await log()).toMatchObject([{ clock_in_time: expect.any(String), changed_by: ann.id }])
      expect((await findBreakRecord(portal.deps.db, ann.id))?.status).toBe(1)
      expect(back?.body.rev).toBeGreaterThan(sent?.body.rev)
    })

    test('a break started while another server adds the person to the board precedes a later return', async () => {
      const { db } = portal.deps
      await db.deleteFrom('break_info').where('user_id', '=', ann.id).execute()
      /** Puts Ann on the board and on a break, as another server would. */
      async function elsewhere(tx: Db) {
        const made = await putOnBoard(tx, ann.id, portal.deps.clock())
        const away = { ...AVAILABLE, status: false, breakType: 'Break', clockOutTime: portal.deps.clock() }
        await writeBreakRecord(tx, ann.id, away, { name: 'Ann', effectiveAt: portal.deps.clock(), rev: made?.rev ?? 0 })
      }
      // Stops a person who leaves, after the record was read. A person who comes back does not need this table.
      const theTypes = (tx: Db) => sql`lock table break_type in access exclusive mode`.execute(tx)
      const begun: Promise<Answer>[] = []
      await db.transaction().execute(async (types) => {
        await theTypes(types)
        const waiting = await lockWaiters(db, types)
        begun.push(heldAt(elsewhere, [leave('Soup')]).then(([left]) => left as Answer))
        await expect.poll(waiting, { interval: 10 }).toBe(1)
        const back = call(onbreak.updateBreak, { ...asBoss(), params: { id: ann.id }, body: { status: true } })()
        begun.push(back)
        await Promise.race([back, expect.poll(waiting, { interval: 10 }).toBe(2)])
      })
      const [left, back] = await Promise.all(begun)
      expect([left?.status, back?.status]).toEqual([200, 200])
      expect(back?.body.rev).toBeGreaterThan(left?.body.rev)
      expect((await findBreakRecord(db, ann.id))?.status).toBe(1)
    })
  })

  describe('a key', () => {
    const key = randomUUID()
    const addType = (breakType: string) =>
      call(onbreak.createBreakType, { ...asBoss(), headers: { 'Idempotency-Key': key }, body: { breakType } })
    /** Holds the key as another server does that has not finished its request. */
    async function elsewhere(tx: Db) {
      const { method, path } = onbreak.createBreakType
      const request = { caller: `session:${boss.id}`, call: `${method} ${path.replace(/\/$/, '')}` }
      const once = readKey(key, { ...request, body: { breakType: 'Dentist' }, now: portal.deps.clock() })
      if (!once) throw new Error('There is no key.')
      await atMostOnce(tx, once, async () => ({ status: 201, answer: '{"from":"elsewhere"}' }))
    }
    const types = async () => (await portal.call(onbreak.listBreakTypes, asBoss())).body

    test('in use at another server gets the answer from there, and nothing is executed here', async () => {
      const before = await types()
      const [answer] = await heldAt(elsewhere, [addType('Dentist')])
      expect([answer?.status, answer?.body, answer?.headers['idempotency-replayed']]).toEqual([
        201,
        { from: 'elsewhere' },
        'true',
      ])
      expect(await types()).toEqual(before)
    })

    test('in use at another server for another request is refused', async () => {
      const before = await types()
      const [answer] = await heldAt(elsewhere, [addType('Doctor')])
      expect(answer?.status).toBe(422)
      expect(await types()).toEqual(before)
    })

    test('rolled back at another server is executed here', async () => {
      const [answer] = await heldAt(elsewhere, [addType('Dentist')], 'rolls back')
      expect(answer).toMatchObject({ status: 201, body: { breakType: 'Dentist' } })
    })
  })

  test('a code approved twice at once admits one display', async () => {
    const { userCode, deviceCode } = (await portal.call(displays.createDisplayCode)).body
    const approve = (name: string) => call(displays.approveDisplay, { ...asBoss(), body: { code: userCode, name } })
    const answers = await heldAt(theRevision, [approve('Lobby'), approve('Canteen')])
    expect(statuses(answers)).toEqual([201, 409])
    expect((await portal.call(displays.listDisplays, asBoss())).body).toMatchObject([{ name: 'Lobby' }])
    const given = await portal.call(displays.collectDisplayToken, { body: { deviceCode } })
    expect(given.body).toMatchObject({ name: 'Lobby' })
  })

  describe('a task', () => {
    let task: number
    beforeEach(async () => {
      await portal.call(checklist.createTodo, { ...asBoss(), body: aTodo() })
      const params = { id: ann.id }
      ;[{ _id: task }] = (await portal.call(checklist.startOnboarding, { ...asBoss(), params })).body
    })
    const tasks = async () => (await portal.call(checklist.listUserTasks, { ...asBoss(), params: { id: ann.id } })).body

    test('checked by two admins at once keeps the name of the first', async () => {
      const cy = await portal.addUser({ name: 'Cy', isAdmin: true })
      const check = (as: string) => call(checklist.checkTask, { as, params: { id: task }, body: { isChecked: true } })
      const answers = await heldAt(theRevision, [check(boss.token), check(cy.token)])
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers[1]?.body).toEqual(answers[0]?.body)
      const row = await portal.deps.db.selectFrom('user_task').selectAll().executeTakeFirstOrThrow()
      expect([row.changed_by_name, row.rev]).toEqual(['Bo', answers[0]?.body.rev])
    })

    test('checked while another admin completes the list keeps the name of the one who checked it', async () => {
      const cy = await portal.addUser({ name: 'Cy', isAdmin: true })
      const answers = await heldAt(theRevision, [
        call(checklist.checkTask, { ...asBoss(), params: { id: task }, body: { isChecked: true } }),
        call(checklist.completeUserTasks, { as: cy.token, params: { id: ann.id } }),
      ])
      expect(statuses(answers)).toEqual([200, 200])
      const row = await portal.deps.db.selectFrom('user_task').selectAll().executeTakeFirstOrThrow()
      expect([row.is_checked, row.changed_by_name, row.rev]).toEqual([1, 'Bo', answers[0]?.body.rev])
    })

    test('is added once to a list that is started twice at once', async () => {
      await portal.deps.db.deleteFrom('user_task').execute()
      const begin = call(checklist.startOnboarding, { ...asBoss(), params: { id: ann.id } })
      expect(statuses(await heldAt(theRevision, [begin, begin]))).toEqual([201, 200])
      expect(await tasks()).toHaveLength(1)
    })
  })

  test('an admin’s break does not wait for the check that another admin remains', async () => {
    await portal.call(onbreak.getMyBreak, asBoss())
    await portal.deps.db.transaction().execute(async (tx) => {
      await hasOtherAdmin(tx, ann.id, 'postgres')
      const away = { status: false, breakType: 'Lunch' }
      expect((await portal.call(onbreak.updateMyBreak, { ...asBoss(), body: away })).status).toBe(200)
    })
  })

  test('a break that begins while its department is renamed has the new name, in the log too', async () => {
    const { body } = await portal.call(checklist.createDepartment, { ...asBoss(), body: { empType: 'Sales' } })
    await portal.call(onbreak.getMyBreak, { as: ann.token })
    const { db } = portal.deps
    await db.updateTable('user').set({ department_id: body._id }).where('id', '=', ann.id).execute()
    const rename = { ...asBoss(), params: { id: body._id }, body: { empType: 'Growth' } }
    const away = { as: ann.token, body: { status: false, breakType: 'Lunch' } }
    const answers = await heldAt(theRevision, [
      call(checklist.updateDepartment, rename),
      call(onbreak.updateMyBreak, away),
    ])
    expect(statuses(answers)).toEqual([200, 200])
    expect(answers[1]?.body.empType).toBe('Growth')
    const log = await db.selectFrom('break_log').select('department').execute()
    expect(log).toEqual([{ department: 'Growth' }])
  })

  test('a report sent twice at once is stored once, and the second gets 409', async () => {
    portal.setNow('2026-03-05T11:00:00.000Z')
    const ada = await portal.addUser({ flags: { access_mood: true } })
    const [{ _id }] = (await portal.call(mood.listOpenPeriods, { as: ada.token })).body
    const levels = { timePeriod: _id, moraleLevel: 4, stressLevel: 3, workloadLevel: 2 }
    const send = (highComment: string) =>
      call(mood.submitMoodReport, { as: ada.token, body: { ...levels, highComment, lowComment: 'Well' } })
    const locked = (tx: Db) => sql`lock table mood_report in share mode`.execute(tx)
    const answers = await heldAt(locked, [send('First'), send('Second')])
    expect(statuses(answers).sort()).toEqual([201, 409])
    const reports = await portal.deps.db.selectFrom('mood_report').select('high_comment').execute()
    expect(reports).toHaveLength(1)
  })
})
