/** A portal for tests of the audit log: at noon, with an admin (`boss`) and a user (`ann`). */
import { afterEach, beforeEach } from 'vitest'
import * as accounts from '#contract/apps/accounts.ts'
import { type AuditEntry, listAudit } from '#contract/apps/audit.ts'
import { openPortal, type Portal, type TestUser } from './portal.ts'

export const NOON = '2026-03-05T12:00:00.000Z'

export let portal: Portal
export let boss: TestUser
export let ann: TestUser

/** Opens a new portal before each test of the file. */
export function withAuditedPortal(): void {
  beforeEach(async () => {
    portal = await openPortal()
    portal.setNow(NOON)
    boss = await portal.addUser({ name: 'Bo', email: 'bo@example.com', isAdmin: true, flags: { onbreak_admin: true } })
    ann = await portal.addUser({ name: 'Ann', email: 'ann@example.com', dept: 'Sales', flags: { isCEP: true } })
  })
  afterEach(() => portal.close())
}

export const BO = () => ({ id: boss.id, name: 'Bo' })
export const ANN = () => ({ id: ann.id, name: 'Ann' })

export const read = (query: object = {}, as = boss.token) => portal.call(listAudit, { as, query })
export const entries = async (query: object = {}): Promise<AuditEntry[]> => (await read(query)).body
/** Reads the log as stored in the database. */
export const rows = () => portal.deps.db.selectFrom('audit').selectAll().orderBy('id').execute()

export const signIn = (username: string, password: string) =>
  portal.call(accounts.login, { body: { username, password } })
export const setPermissions = (body: object, id = ann.id) =>
  portal.call(accounts.updatePermissions, { as: boss.token, params: { id }, body })
export const update = (body: object) =>
  portal.call(accounts.updateUser, {
    as: boss.token,
    params: { id: ann.id },
    body: { name: 'Ann', email: 'ann@example.com', ...body },
  })
export const updateOwn = (body: object, as = ann.token) =>
  portal.call(accounts.updateProfile, { as, body: { id: ann.id, name: 'Ann', email: 'ann@example.com', ...body } })
