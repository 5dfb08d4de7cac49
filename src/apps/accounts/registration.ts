/**
 * Registering somebody else takes three calls in order: the account, its permissions, its checklist (spec §4). Each may
 * be repeated; after a failure the registration goes on from the step that failed, also for who left the page: somebody
 * half made is on no list of those who arrive.
 */
import * as z from 'zod/mini'
import { createPermissions, registerOther } from '#contract/apps/accounts.ts'
import { startOnboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
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

export const STEPS = ['account', 'permissions', 'checklist'] as const
export type Step = (typeof STEPS)[number]

/** How far it has come. The keys make a step that was answered and not heard no second one. */
export interface Registration {
  readonly user: NewUser
  /** Null until the account is there. */
  readonly id: number | null
  /** Null when all is done. */
  readonly next: Step | null
  readonly keys: Readonly<Record<Step, string>>
  /** Had an account before: what it has besides `user` is not taken from it. */
  readonly isHere?: true
}

export const begin = (user: NewUser): Registration => ({
  user,
  id: null,
  next: 'account',
  keys: { account: uuid(), permissions: uuid(), checklist: uuid() },
})

const DRAFT = 'new-user'

/** The password has done its part by then, and never touches the disk. */
const Kept = z.object({
  user: z.object({
    name: z.string(),
    email: z.string(),
    dept: z.string(),
    isAdmin: z.boolean(),
    cepEmployee: z.boolean(),
  }),
  id: z.number(),
  next: z.enum(['permissions', 'checklist']),
  keys: z.object({ account: z.string(), permissions: z.string(), checklist: z.string() }),
})

/** On this device, for the admin `by`: as long as the account is there and something is left to do. */
export function keepRegistration(by: number, registration: Registration | null): void {
  // Whoever signs out as a step is on its way leaves nothing of it; a session that ends by itself does.
  const me = session.get()
  if (me ? me._id !== by : session.reason() === null) return
  const kept = Kept.safeParse(registration)
  if (kept.success) saveDraft(by, DRAFT, kept.data)
  else dropDraft(by, DRAFT)
}

/** One that was not brought to its end. */
export function keptRegistration(by: number): Registration | null {
  const { data } = Kept.safeParse(draftOf(by, DRAFT))
  return data ? { ...data, user: { ...data.user, password: '' } } : null
}

const after = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null

const permissionsOf = ({ cepEmployee, dept }: NewUser, isHere = false) => ({
  ...(isHere && !cepEmployee ? {} : { isCEP: cepEmployee }),
  ...(isHere && !dept ? {} : { dept }),
})

/** Takes the next step; throws what `send` throws, and the registration stands where it stood. */
async function take({ user, id, next, keys, isHere }: Registration): Promise<Registration> {
  if (next === null) throw new Error('The registration is complete.')
  const headers = { 'Idempotency-Key': keys[next] }
  const done = { user, keys, next: after(next) }
  if (next === 'account') return { ...done, id: (await send(registerOther, { body: user, headers }))._id }
  const params = { id: id ?? 0 }
  if (next === 'permissions') await send(createPermissions, { params, body: permissionsOf(user, isHere), headers })
  else await send(startOnboarding, { params, headers })
  return { ...done, id }
}

/** Takes all steps that are left. `came`: hears after each how far it is. */
export async function proceed(start: Registration, came: (registration: Registration) => void): Promise<Registration> {
  let registration = start
  while (registration.next !== null) {
    registration = await take(registration)
    came(registration)
  }
  return registration
}
