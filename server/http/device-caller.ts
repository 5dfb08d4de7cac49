/** Whoever calls with a token that is no person's: without any right but what a rule gives to its kind. */
import { FLAG_NAMES, type TokenKind } from '#contract/who.ts'
import type { SignedIn } from './route.ts'

const NO_FLAGS = Object.fromEntries(FLAG_NAMES.map((flag) => [flag, false])) as Omit<
  SignedIn['permissions'],
  'changed_password'
>

interface Device {
  readonly kind: Exclude<TokenKind, 'session'>
  readonly id: number
  readonly name: string
}

export const deviceCaller = (device: Device): SignedIn => ({
  ...device,
  sessionId: 0,
  isAdmin: false,
  permissions: { ...NO_FLAGS, changed_password: true },
})
