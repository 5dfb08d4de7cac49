/** Whoever calls with a token that is no person's: without any right but what a rule gives to its kind. */
import { ofFlags, type TokenKind } from '#contract/who.ts'
import type { SignedIn } from './route.ts'

interface Device {
  readonly kind: Exclude<TokenKind, 'session'>
  readonly id: number
  readonly name: string
}

export const deviceCaller = (device: Device): SignedIn => ({
  ...device,
  sessionId: 0,
  isAdmin: false,
  permissions: { ...ofFlags(false), changed_password: true },
})
