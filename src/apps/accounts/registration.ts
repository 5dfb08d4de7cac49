/**
 * Registering another person takes three calls in order: the account, its permissions, its checklist (spec §4). Each
 * may be repeated. After a failure the registration resumes at the step that failed, also when the admin has left the
 * page: a half-registered person is on no list of newcomers.
 */
import * as z from 'zod/mini'
import { createPermissions, getPermissions, listUsers, registerOther, updateUser } from '#contract/apps/accounts.ts'
import { startOnboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { isKnownAsOther } from '#src/api/known-config.ts'
import { Conflict, Problem } from '#src/api/problem.ts'
import { session } from '#src/api/session.ts'
import { uuid } from '#src/lib/uuid.ts'
import { draftOf, dropDraft, saveDraft } from '#src/offline/drafts.ts'

export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly dept: string
  readonly isAdmin: boolean
  readonly cepEmployee: boolean
}

const STEPS = ['account', 'permissions', 'checklist'] as const
export type Step = (typeof STEPS)[number]

/** How far a registration has come. `keys` are idempotency keys: a step whose response was lost is not done twice. */
export interface Registration {
  readonly user: NewUser
  /** Null until the account exists. */
  readonly id: number | null
  /** Null when all steps are done. */
  readonly next: Step | null
  readonly keys: Readonly<Record<Step, string>>
  /** The account existed before: nothing that it has beyond `user` is taken away. */
  readonly isHere?: true
}

export const newRegistration = (user: NewUser): Registration => ({
  user,
  id: null,
  next: 'account',
  keys: { account: uuid(), permissions: uuid(), checklist: uuid() },
})

const DRAFT = 'new-user'

/** The stored form: without the password, which never touches the disk. It is typed again if the account may not exist. */
const StoredRegistration = z.object({
  user: z.object({
    name: z.string(),
    email: z.string(),
    dept: z.string(),
    isAdmin: z.boolean(),
    cepEmployee: z.boolean(),
  }),
  id: z.nullable(z.number()),
  next: z.enum(STEPS),
  keys: z.object({ account: z.string(), permissions: z.string(), checklist: z.string() }),
})

/**
 * Stores a registration on this device for the admin `adminId` while steps are left, also before the first is sent: its
 * answer may be lost together with the page. Otherwise deletes it.
 */
export function keepRegistration(adminId: number, registration: Registration | null): void {
  // Signing out while a step is on its way leaves nothing stored; a session that ends by itself does.
  const me = session.get()
  if (me ? me._id !== adminId : session.reason() === null) return
  const kept = StoredRegistration.safeParse(registration)
  if (kept.success) saveDraft(adminId, DRAFT, kept.data)
  else dropDraft(adminId, DRAFT)
}

/** Returns the unfinished registration of the admin `adminId`, without its password; null if there is none. */
export function keptRegistration(adminId: number): Registration | null {
  const { data } = StoredRegistration.safeParse(draftOf(adminId, DRAFT))
  return data ? { ...data, user: { ...data.user, password: '' } } : null
}

const stepAfter = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null

const permissionsOf = ({ cepEmployee, dept }: NewUser, isHere = false) => ({
  ...(isHere && !cepEmployee ? {} : { isCEP: cepEmployee }),
  ...(isHere && !dept ? {} : { dept }),
})

/**
 * Returns the registration to send for `user`. One that is not answered yet goes on, under its keys, with the same email
 * address, whatever else was typed anew since; once its account exists, it goes on as it is.
 */
export function registrationOf(user: NewUser, earlier: Registration | null): Registration {
  if (earlier && earlier.id !== null) return earlier
  return earlier && earlier.user.email === user.email ? { ...earlier, user } : newRegistration(user)
}

const IN_USE =
  'This person has an account already, and has chosen a password for it. Go on with it under Users and Onboarding.'

/**
 * Creates the account and returns its id. 422 from our server says that an earlier try under this key has created it from
 * other values, such as another temporary password: it gets these, unless somebody uses it by now (`Conflict`). Returns
 * null if it was deleted since.
 */
async function accountOf(user: NewUser, headers: Record<string, string>): Promise<number | null> {
  try {
    return (await send(registerOther, { body: user, headers }))._id
  } catch (problem) {
    if (!(problem instanceof Problem && problem.status === 422) || isKnownAsOther() !== false) throw problem
    const { name, email, isAdmin, password } = user
    const found = (await send(listUsers)).find((each) => each.email === email)
    if (!found) return null
    const params = { id: found._id }
    if ((await send(getPermissions, { params })).changed_password) throw new Conflict(IN_USE)
    await send(updateUser, { params, body: { name, email, isAdmin, password } })
    return found._id
  }
}

/** Returns the registration after its next step. Throws what `send` throws; the given registration never changes. */
async function takeStep({ user, id, next, keys, isHere }: Registration): Promise<Registration> {
  if (next === null) throw new Error('The registration is complete.')
  const headers = { 'Idempotency-Key': keys[next] }
  const done = { user, keys, next: stepAfter(next) }
  if (next === 'account') {
    const made = await accountOf(user, headers)
    return made === null ? newRegistration(user) : { ...done, id: made }
  }
  const params = { id: id ?? 0 }
  if (next === 'permissions') await send(createPermissions, { params, body: permissionsOf(user, isHere), headers })
  else await send(startOnboarding, { params, headers })
  return { ...done, id }
}

/** Takes all remaining steps and calls `onProgress` with the registration after each. Throws what `send` throws. */
export async function proceed(
  start: Registration,
  onProgress: (registration: Registration) => void,
): Promise<Registration> {
  let registration = start
  while (registration.next !== null) {
    registration = await takeStep(registration)
    onProgress(registration)
  }
  return registration
}
