import * as z from 'zod/mini'
import { type Permissions, SessionUser } from '#contract/apps/accounts.ts'

interface Given extends Partial<Omit<SessionUser, 'permissions'>> {
  readonly permissions?: Partial<Permissions>
}

/** Returns a person who is signed in, read as from an answer: without a permission but those given. */
export const aSessionUser = (given: Given = {}): SessionUser =>
  z.parse(SessionUser, { _id: 7, name: 'Ada', email: 'ada@example.org', isAdmin: false, token: 'Ada’s', ...given })
