/** The values of the user form, their initial state, and the bodies that are sent (spec §2 User edit). */
import { type Permissions, type User, type updatePermissions, updateUser } from '#contract/apps/accounts.ts'
import type { BodyIn } from '#contract/call.ts'
import { eachFlag, FLAG_NAMES, type FlagName } from '#contract/who.ts'
import { fieldErrors } from '#src/forms/form-errors.ts'

export interface UserValues extends Record<FlagName, boolean> {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly confirm: string
  readonly isAdmin: boolean
  /** A department's name; `''`: “No department” was chosen; null: the user has none and nothing was chosen. */
  readonly dept: string | null
  /** A user id; `''`: “No manager” was chosen; null: the user has none and nothing was chosen. */
  readonly manager: string | null
}

/** Returns the form values that deactivating clears. */
export const rightsOf = ({ isAdmin, permissions }: Pick<User, 'isAdmin' | 'permissions'>) => ({
  ...eachFlag((flag) => permissions[flag]),
  isAdmin,
  dept: permissions.empType || null,
})

const managerOf = ({ myManager }: Permissions) => (myManager === null ? null : String(myManager))

export const valuesOf = (user: User): UserValues => ({
  name: user.name,
  email: user.email,
  password: '',
  confirm: '',
  ...rightsOf(user),
  manager: managerOf(user.permissions),
})

export const accountOf = (user: User, { name, email, isAdmin, password }: UserValues): BodyIn<typeof updateUser> => ({
  _id: user._id,
  name: name.trim(),
  email: email.trim().toLowerCase(),
  isAdmin,
  password,
})

export const accountErrors = (user: User, values: UserValues) => fieldErrors(updateUser.body, accountOf(user, values))

/** Any department reactivates a deactivated user, so there it counts as changed once anything was chosen. */
const isDeptChanged = ({ deactivated, permissions }: User, { dept }: UserValues) =>
  deactivated ? dept !== null : (dept ?? '') !== permissions.empType

/** Returns only what was changed here: the rest is sent as the server has it by then, so other admins' changes stay. */
export function permissionChanges(user: User, values: UserValues): BodyIn<typeof updatePermissions> {
  const flags = FLAG_NAMES.filter((flag) => values[flag] !== user.permissions[flag])
  const manager = Number(values.manager) || null
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, values[flag]])),
    ...(manager === user.permissions.myManager ? {} : { cepManager: manager }),
    ...(isDeptChanged(user, values) ? { dept: values.dept ?? '' } : {}),
  }
}
