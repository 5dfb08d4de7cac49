/**
 * Registering somebody else takes three calls in order: the account, its permissions, its checklist (spec §4). Each may
 * be repeated; after a failure the registration goes on from the step that failed.
 */
import { createPermissions, registerOther } from '#contract/apps/accounts.ts'
import { startOnboarding } from '#contract/apps/checklist.ts'
import { send } from '#src/api/call.ts'
import { uuid } from '#src/lib/uuid.ts'

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
}

export const begin = (user: NewUser): Registration => ({
  user,
  id: null,
  next: 'account',
  keys: { account: uuid(), permissions: uuid(), checklist: uuid() },
})

const after = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null

/** Takes the next step; throws what `send` throws, and the registration stands where it stood. */
async function take({ user, id, next, keys }: Registration): Promise<Registration> {
  if (next === null) throw new Error('The registration is complete.')
  const headers = { 'Idempotency-Key': keys[next] }
  const done = { user, keys, next: after(next) }
  if (next === 'account') return { ...done, id: (await send(registerOther, { body: user, headers }))._id }
  const params = { id: id ?? 0 }
  if (next === 'permissions')
    await send(createPermissions, { params, body: { isCEP: user.cepEmployee, dept: user.dept }, headers })
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
