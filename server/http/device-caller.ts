/**
 * The caller behind a token that belongs to no person. It has no rights except those that a rule gives to its kind of
 * token.
 */
import { ofFlags, type TokenKind } from '#contract/who.ts'
import type { SignedInCaller } from './route.ts'

interface Device {
  readonly kind: Exclude<TokenKind, 'session'>
  readonly id: number
  readonly name: string
}

/** Returns the caller for a display or an API key. */
export const deviceCaller = (device: Device): SignedInCaller => ({
  ...device,
  sessionId: 0,
  isAdmin: false,
  permissions: { ...ofFlags(false), changed_password: true },
})
