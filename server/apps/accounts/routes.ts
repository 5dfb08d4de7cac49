/** The calls of wire.md “Users and permissions” for everybody. The calls for admins are in `admin-routes.ts`. */
import * as calls from '#contract/apps/accounts.ts'
import { choosesDepartment } from '#contract/own-department.ts'
import { badRequest, conflict, forbidden, unauthorized } from '../../http/problem.ts'
import { type Input, type Route, route } from '../../http/route.ts'
import { createSession, endSession, endSessions, sessionExists } from '../../http/sessions.ts'
import { runSerially } from '../../lib/keyed-queue.ts'
import { inNameOrder } from '../../lib/name-order.ts'
import { audit } from '../audit/store.ts'
import { adminRoutes } from './admin-routes.ts'
import { auditNewUser, auditUser, holdPerson } from './audited.ts'
import { insertUser, publishUserChange, refuseTakenEmail, updateIdentity } from './change.ts'
import { hashFirstPassword, hashPassword, isPassword } from './passwords.ts'
import { attemptSignIn } from './sign-in-limits.ts'
import {
  asPermissions,
  asUser,
  departmentId,
  findUser,
  findUserByEmail,
  getUser,
  holdUser,
  listActiveCepUsers,
  type UserRecord,
} from './store.ts'

const sessionUser = (row: UserRecord, token: string): calls.SessionUser => ({ ...asUser(row), token })

const WRONG_CREDENTIALS = 'Email or password is wrong.'

/**
 * Returns the user whose password this is, or throws 401. Attempts for one account run one at a time, so that one under
 * way does not count against the next: a burst of right passwords is no attack.
 */
async function authenticate({
  db,
  deps,
  body: { username, password },
  address,
  now,
}: Pick<Input<typeof calls.login>, 'db' | 'deps' | 'body' | 'address' | 'now'>): Promise<UserRecord> {
  const attempt = await attemptSignIn({ ...deps, db }, username, address, now)
  const row = await findUserByEmail(db, username)
  const isRight = await isPassword(row?.password_hash ?? null, password).catch(async (error) => {
    await attempt.forgive()
    throw error
  })
  if (row && isRight && row.deactivated === 0) {
    await attempt.forgive()
    return row
  }
  await attempt.fail()
  // For an unknown account nothing typed is logged: it may be anything, even a password.
  const subject = row ? { id: row.id, name: row.email } : null
  await audit(db, { kind: 'sign-in-refused', actor: null, subject, at: now, address })
  throw unauthorized(WRONG_CREDENTIALS)
}

const own: readonly Route[] = [
  route(calls.login, {
    /** Runs before the transaction: hashing takes time, and a failure must count although the call is refused. */
    prepare: (input) => runSerially(`sign-in ${input.body.username}`, () => authenticate(input)),
    run: async ({ db, now, address }, { id, password_hash }) => {
      // Changing a password ends the sessions that exist by then. Locked, so that no session is created at the same
      // moment.
      await holdUser(db, id)
      const row = await findUser(db, id)
      if (row?.password_hash !== password_hash || row.deactivated === 1) throw unauthorized(WRONG_CREDENTIALS)
      await audit(db, { kind: 'sign-in', actor: row, at: now, address })
      return sessionUser(row, await createSession(db, row.id, now))
    },
  }),

  route(calls.register, {
    prepare: async ({ db, body, deps }) => {
      const { register: rule } = deps.config
      if (rule.mode === 'closed') throw forbidden('Registration is closed. Please ask an admin for an account.')
      if (rule.mode === 'domains' && !rule.domains.includes(body.email.split('@').at(-1) ?? ''))
        throw forbidden(`Only addresses of ${rule.domains.join(', ')} may register.`)
      // Checked before the slow hash, which is wasted on a taken address.
      await refuseTakenEmail(db, body.email)
      return hashFirstPassword(body.password)
    },
    run: async ({ db, body, now, address }, passwordHash) => {
      const id = await insertUser(db, {
        name: body.name,
        email: body.email,
        password_hash: passwordHash,
        // Registered people chose their password themselves (wire.md “PUT users/myperms/”).
        changed_password: 1,
        has_permissions: 1,
        now,
      })
      await auditNewUser(db, id, 'registered', { actor: null, at: now, address })
      return sessionUser(await getUser(db, id), await createSession(db, id, now))
    },
  }),

  route(calls.logout, async ({ db, caller, now, address }) => {
    await endSession(db, caller.sessionId, caller.id, now)
    await audit(db, { kind: 'sign-out', actor: caller, at: now, address })
  }),

  route(calls.getProfile, async ({ db, caller }) => asUser(await getUser(db, caller.id))),
  route(calls.getUser, async ({ db, params }) => asUser(await getUser(db, params.id))),
  route(calls.getPermissions, async ({ db, params }) => asPermissions(await getUser(db, params.id))),

  route(calls.updateProfile, {
    prepare: async ({ db, body, caller }) => {
      if (body.id !== caller.id) throw forbidden('You may only change your own profile.')
      if (!body.password) return null
      const row = await getUser(db, caller.id)
      const isSame = row.changed_password === 0 && (await isPassword(row.password_hash, body.password))
      if (isSame) throw badRequest('Choose a password other than the temporary one.', 'password')
      return hashPassword(body.password)
    },
    run: async ({ db, body, caller, now, address, token }, passwordHash) => {
      const by = { actor: caller, at: now, address }
      const before = await holdPerson(db, caller.id)
      // If an admin has just set another password, the admin's password stays.
      if (passwordHash && !(await sessionExists(db, caller.sessionId))) throw unauthorized()
      await updateIdentity(db, caller.id, {
        name: body.name,
        email: body.email,
        ...(passwordHash ? { password_hash: passwordHash, changed_password: 1 } : {}),
      })
      if (passwordHash) await endSessions(db, caller.id, now, caller.sessionId)
      await publishUserChange(db, before, now)
      await auditUser(db, before, 'user-changed', by)
      if (passwordHash) await audit(db, { ...by, kind: 'password-set', subject: before })
      return sessionUser(await getUser(db, caller.id), token ?? '')
    },
  }),

  route(calls.updateMyPermissions, async ({ db, body, caller, now, address }) => {
    const before = await holdPerson(db, caller.id)
    const row = await getUser(db, caller.id)
    // An admin may have deactivated the person a moment ago.
    if (row.deactivated === 1) throw unauthorized()
    if ('changed_password' in body) {
      if (row.changed_password === 0) throw conflict('Set a new password first.')
      return asPermissions(row)
    }
    const verdict = choosesDepartment(asPermissions(row))
    if (verdict !== true) throw forbidden(verdict)
    const department = await departmentId(db, body.empType, 'empType')
    await db.updateTable('user').set({ department_id: department }).where('id', '=', caller.id).execute()
    await publishUserChange(db, before, now)
    await auditUser(db, before, 'department-chosen', { actor: caller, at: now, address })
    return asPermissions(await getUser(db, caller.id))
  }),

  route(calls.listCepUsers, async ({ db }) =>
    (await listActiveCepUsers(db)).sort(inNameOrder).map(({ id, name }) => ({ _id: id, name })),
  ),
]

export const accountsRoutes: readonly Route[] = [...own, ...adminRoutes]
