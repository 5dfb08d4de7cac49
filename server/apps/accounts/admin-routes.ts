/** The calls of wire.md “Users and permissions” with which admins manage other people's accounts. */
import * as calls from '#contract/apps/accounts.ts'
import { DEACTIVATED } from '#contract/values.ts'
import { FLAG_NAMES } from '#contract/who.ts'
import { bit } from '../../db/bit.ts'
import { recordChange } from '../../db/feed.ts'
import type { Db } from '../../db/tables.ts'
import { badRequest, conflict } from '../../http/problem.ts'
import { alreadyDone, type Route, route } from '../../http/route.ts'
import { endSessions, FLAG_COLUMNS } from '../../http/sessions.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { audit } from '../audit/store.ts'
import { keepNameOfUser } from '../mood/store.ts'
import { putOnBoard, takeOffBoard } from '../onbreak/store.ts'
import { auditNewUser, auditUser, holdPerson } from './audited.ts'
import {
  deactivate,
  insertUser,
  publishUserChange,
  refuseDeactivatedAdmin,
  requireOtherAdmin,
  updateIdentity,
} from './change.ts'
import { hashPassword } from './passwords.ts'
import {
  asPermissions,
  asUser,
  departmentId,
  findUser,
  getUser,
  holdTeamOf,
  holdUserForDeletion,
  listActiveManagers,
  listUsers,
} from './store.ts'

export const adminRoutes: readonly Route[] = [
  route(calls.listUsers, async ({ db }) =>
    (await listUsers(db)).sort(inNameOrder).map((row) => ({
      _id: row.id,
      isAdmin: row.is_admin === 1,
      name: row.name,
      email: row.email,
      deactivated: row.deactivated === 1,
    })),
  ),

  route(calls.listManagers, async ({ db }) =>
    (await listActiveManagers(db)).sort(inNameOrder).map(({ id, name }) => ({ user: id, name })),
  ),

  route(calls.registerOther, {
    prepare: ({ body }) => hashPassword(body.password),
    run: async ({ db, caller, body, now, address }, passwordHash) => {
      const id = await insertUser(db, {
        name: body.name,
        email: body.email,
        password_hash: passwordHash,
        is_admin: bit(body.isAdmin ?? false),
        is_cep: bit(body.cepEmployee ?? false),
        department_id: await departmentId(db, body.dept ?? '', 'dept'),
        now,
      })
      await auditNewUser(db, id, 'user-made', { actor: caller, at: now, address })
      return asUser(await getUser(db, id))
    },
  }),

  route(calls.updateUser, {
    prepare: async ({ body, params }) => {
      if (body._id !== undefined && body._id !== params.id)
        throw badRequest('“_id” names another user than the path.', '_id')
      return body.password ? hashPassword(body.password) : null
    },
    run: async ({ db, deps, caller, body, params, now, address }, passwordHash) => {
      if (body.isAdmin === false) await requireOtherAdmin(db, deps.dialect, params.id)
      const by = { actor: caller, at: now, address }
      const before = await holdPerson(db, params.id)
      refuseDeactivatedAdmin(before, body.isAdmin)
      await updateIdentity(db, params.id, {
        name: body.name,
        email: body.email,
        ...(body.isAdmin === undefined ? {} : { is_admin: bit(body.isAdmin) }),
        ...(passwordHash ? { password_hash: passwordHash, changed_password: 0 } : {}),
      })
      if (passwordHash) await endSessions(db, params.id, now)
      await publishUserChange(db, before, now)
      await auditUser(db, before, 'user-changed', by)
      if (passwordHash) await audit(db, { ...by, kind: 'password-given', subject: before })
      return asUser(await getUser(db, params.id))
    },
  }),

  route(calls.updatePermissions, async ({ db, deps, caller, body, params, now, address }) => {
    const isDeactivation = body.dept === DEACTIVATED
    if (isDeactivation || body.isAdmin === false) await requireOtherAdmin(db, deps.dialect, params.id)
    const before = await holdPerson(db, params.id)
    if (body.cepManager) await managerExists(db, body.cepManager, params.id)
    if (body.cepManager !== undefined)
      await db.updateTable('user').set({ manager_id: body.cepManager }).where('id', '=', params.id).execute()
    if (isDeactivation) {
      await deactivate(db, params.id, now, caller.id)
    } else {
      if (body.dept === undefined) refuseDeactivatedAdmin(before, body.isAdmin)
      const flags = FLAG_NAMES.flatMap((flag) => {
        const value = body[flag]
        return value === undefined ? [] : [[FLAG_COLUMNS[flag], bit(value)]]
      })
      await db
        .updateTable('user')
        .set({
          ...Object.fromEntries(flags),
          has_permissions: 1,
          ...(body.isAdmin === undefined ? {} : { is_admin: bit(body.isAdmin) }),
          ...(body.dept === undefined
            ? {}
            : { department_id: await departmentId(db, body.dept, 'dept'), deactivated: 0 }),
        })
        .where('id', '=', params.id)
        .execute()
      // A person who is reactivated may have had the right before.
      const comesBack = before.fields.deactivated === true && body.dept !== undefined
      if (body.access_onbreak === true || comesBack) await putOnBoard(db, params.id, now)
      if (body.access_onbreak === false) await takeOffBoard(db, params.id, now, caller.id)
    }
    await publishUserChange(db, before, now)
    await auditUser(db, before, 'permissions-changed', { actor: caller, at: now, address })
    return asPermissions(await getUser(db, params.id))
  }),

  route(calls.createPermissions, async ({ db, caller, body, params, now, address }) => {
    const before = await holdPerson(db, params.id)
    const row = await getUser(db, params.id)
    // Deactivating somebody is a decision on their permissions too: only a department given by an update undoes it.
    if (row.has_permissions === 1 || row.deactivated === 1) return alreadyDone(asPermissions(row))
    await db
      .updateTable('user')
      .set({
        has_permissions: 1,
        ...(body?.isCEP === undefined ? {} : { is_cep: bit(body.isCEP) }),
        ...(body?.dept === undefined ? {} : { department_id: await departmentId(db, body.dept, 'dept') }),
      })
      .where('id', '=', params.id)
      .execute()
    await publishUserChange(db, before, now)
    await auditUser(db, before, 'permissions-changed', { actor: caller, at: now, address })
    return asPermissions(await getUser(db, params.id))
  }),

  route(calls.deleteUser, async ({ db, deps, caller, params, now, address }) => {
    const row = await getUser(db, params.id)
    if (row.id === caller.id) throw conflict('You cannot delete yourself.')
    await requireOtherAdmin(db, deps.dialect, row.id)
    // Lock order: the person first, then the revision, as in every change of a person.
    await holdUserForDeletion(db, row.id, deps.dialect)
    // The deletion takes the manager from these people. Locked now and not after the revision, where this transaction
    // and one that saves such a person would wait for each other.
    await holdTeamOf(db, row.id)
    await keepNameOfUser(db, await getUser(db, row.id))
    await takeOffBoard(db, row.id, now, caller.id)
    await endSessions(db, row.id, now)
    const { numDeletedRows } = await db.deleteFrom('user').where('id', '=', row.id).executeTakeFirstOrThrow()
    // Of two admins who delete the same person at once only one is logged.
    if (numDeletedRows > 0n) await audit(db, { kind: 'user-deleted', actor: caller, subject: row, at: now, address })
    await recordChange(db, 'users', row.id, now)
  }),
]

async function managerExists(db: Db, manager: number, self: number): Promise<void> {
  if (manager === self) throw badRequest('Nobody is their own manager.', 'cepManager')
  if (!(await findUser(db, manager))) throw badRequest('There is no such manager.', 'cepManager')
}
