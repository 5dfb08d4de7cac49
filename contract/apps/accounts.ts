/** People, their permissions and their sessions: wire.md “Users and permissions”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isObject } from '../records.ts'
import {
  DepartmentName,
  Email,
  Flag,
  Id,
  IdParams,
  Name,
  NewPassword,
  NewPasswordOrNone,
  TextOrNone,
} from '../values.ts'
import { admin, anyone, either, moodUser, ofFlags, self, signedIn } from '../who.ts'

/** A flag in an answer: null is false, and `otherwise` counts where another server leaves it out. */
const flagOr = (otherwise: boolean) =>
  z.pipe(
    z.pipe(
      z.nullish(z.boolean()),
      z.transform((flag: boolean | null | undefined) => (flag === undefined ? otherwise : flag === true)),
    ),
    z.boolean(),
  )

/** An id of another server may be the text of a number. */
const asNumber = (id: unknown): unknown => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id)

export const Permissions = z.object({
  ...ofFlags(flagOr(false)),
  /** The department's name, `''` for none. */
  empType: TextOrNone,
  /** The manager's user id. Another server may send the manager (spec §3: user, name). */
  myManager: z.pipe(
    z.transform((manager: unknown) => asNumber(isObject(manager) ? (manager.user ?? null) : (manager ?? null))),
    z.nullable(z.number()),
  ),
  // Where it is not sent, the server itself decides what may be done before a change.
  changed_password: flagOr(true),
})
export type Permissions = z.infer<typeof Permissions>

/** Fills in whichever of `_id` and `id` is missing (spec §3): our server sends both, another one may send either. */
const withBothIds = z.transform((value: unknown): unknown =>
  isObject(value) ? { ...value, _id: asNumber(value._id ?? value.id), id: asNumber(value.id ?? value._id) } : value,
)

const Account = z.object({
  _id: Id,
  id: Id,
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  deactivated: z.optional(z.boolean()),
  permissions: Permissions,
})
export const User = z.pipe(withBothIds, Account)
export type User = z.infer<typeof User>

/** A user as in an answer: another server may send the permissions only by their own call. */
const UserRecord = z.pipe(withBothIds, z.extend(Account, { permissions: z.optional(z.nullable(Permissions)) }))
export type UserRecord = z.infer<typeof UserRecord>

/** A user with the session's token: the value of `localStorage.userInfo`. Without permissions a person has none. */
export const SessionUser = z.pipe(
  withBothIds,
  z.extend(Account, {
    permissions: z.pipe(
      z.transform((permissions: unknown) => permissions ?? {}),
      Permissions,
    ),
    token: z.string(),
  }),
)
export type SessionUser = z.infer<typeof SessionUser>

export const login = call({
  method: 'POST',
  path: '/api/users/login/',
  summary: 'Sign in',
  who: anyone,
  body: z.strictObject({
    username: z.string('Email is required.').check(z.trim(), z.minLength(1, 'Email is required.'), z.toLowerCase()),
    password: z.string('Password is required.').check(z.minLength(1, 'Password is required.')),
  }),
  answer: SessionUser,
  refuses: [401],
  secret: true,
})

export const register = call({
  method: 'POST',
  path: '/api/users/register/',
  summary: 'Create one’s own account',
  who: anyone,
  body: z.strictObject({ name: Name, email: Email, password: NewPassword }),
  answer: SessionUser,
  status: 201,
  refuses: [403],
  secret: true,
})

export const logout = call({
  method: 'POST',
  path: '/api/users/logout/',
  summary: 'End this session',
  who: signedIn,
  answer: null,
  status: 204,
  beforePasswordChange: true,
  ours: true,
})

export const registerOther = call({
  method: 'POST',
  path: '/api/users/registerother/',
  summary: 'Create an account for somebody else, with a temporary password',
  who: admin,
  body: z.strictObject({
    name: Name,
    email: Email,
    password: NewPassword,
    isAdmin: z.optional(Flag),
    cepEmployee: z.optional(Flag),
    dept: z.optional(DepartmentName),
  }),
  answer: UserRecord,
  status: 201,
})

export const getProfile = call({
  method: 'GET',
  path: '/api/users/profile/',
  summary: 'The caller',
  who: signedIn,
  answer: UserRecord,
  cached: true,
  beforePasswordChange: true,
})

export const getUser = call({
  method: 'GET',
  path: '/api/users/:id/',
  summary: 'One user',
  who: either(self, admin),
  params: IdParams,
  answer: UserRecord,
})

export const updateProfile = call({
  method: 'PUT',
  path: '/api/users/profile/update/',
  summary: 'Change one’s own name, email or password',
  who: signedIn,
  body: z.strictObject({ id: Id, name: Name, email: Email, password: z.optional(NewPasswordOrNone) }),
  answer: SessionUser,
  secret: true,
  beforePasswordChange: true,
})

export const updateUser = call({
  method: 'PUT',
  path: '/api/users/update/:id/',
  summary: 'Change another user’s name, email, admin flag or password',
  who: admin,
  params: IdParams,
  body: z.strictObject({
    _id: z.optional(Id),
    name: Name,
    email: Email,
    isAdmin: z.optional(Flag),
    password: z.optional(NewPasswordOrNone),
  }),
  answer: UserRecord,
  refuses: [409],
})

export const UserListItem = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  deactivated: z.optional(z.boolean()),
})
export type UserListItem = z.infer<typeof UserListItem>

export const listUsers = call({
  method: 'GET',
  path: '/api/users/',
  summary: 'All users',
  who: admin,
  answer: z.array(UserListItem),
  etag: true,
})

export const listCepUsers = call({
  method: 'GET',
  path: '/api/users/cepusers/',
  summary: 'Active company employees, by name',
  who: moodUser,
  answer: z.array(z.object({ _id: Id, name: z.string() })),
  cached: true,
})

export const listManagers = call({
  method: 'GET',
  path: '/api/users/cepManagers/',
  summary: 'Active managers, by name',
  who: admin,
  answer: z.array(z.object({ user: Id, name: z.string() })),
})

export const deleteUser = call({
  method: 'DELETE',
  path: '/api/users/delete/:id/',
  summary: 'Delete a user for good',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  refuses: [409],
})

/** Wording prescribed by spec §5. */
export const NO_DEPARTMENT = 'Select an employee type!'

export const updateMyPermissions = call({
  method: 'PUT',
  path: '/api/users/myperms/',
  summary: 'Choose one’s department, or confirm the changed password',
  who: signedIn,
  body: z.union(
    [
      z.strictObject({ changed_password: z.literal(true, 'changed_password can only become true.') }),
      z.strictObject({
        empType: DepartmentName.check(z.minLength(1, NO_DEPARTMENT)),
      }),
    ],
    'Either changed_password: true or empType, and nothing else.',
  ),
  answer: Permissions,
  refuses: [409],
  beforePasswordChange: true,
})

export const getPermissions = call({
  method: 'GET',
  path: '/api/users/perms/:id/',
  summary: 'The permissions of a user',
  who: either(self, admin),
  params: IdParams,
  answer: Permissions,
})

export const updatePermissions = call({
  method: 'PUT',
  path: '/api/users/perms/update/:id/',
  summary: 'Change the permissions of a user; dept “deactivated” deactivates',
  who: admin,
  params: IdParams,
  body: z.strictObject({
    ...ofFlags(z.optional(Flag)),
    cepManager: z.optional(z.nullable(Id)),
    dept: z.optional(DepartmentName),
    isAdmin: z.optional(Flag),
  }),
  answer: Permissions,
  refuses: [409],
})

export const createPermissions = call({
  method: 'POST',
  path: '/api/users/perms/create/:id/',
  summary: 'Create the permissions of a new user',
  who: admin,
  params: IdParams,
  body: z.optional(z.strictObject({ isCEP: z.optional(Flag), dept: z.optional(DepartmentName) })),
  answer: Permissions,
  unspecifiedAnswer: true,
  status: 201,
  repeatStatus: 200,
})
