/**
 * Screens on a wall: wire.md “On break” (a display). A screen shows a short code, a person who may approves it, the
 * screen collects its token: the pattern of RFC 8628, so that nobody ever signs in on a wall.
 */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, Instant, LIMITS, Name, text } from '../values.ts'
import { anyone, displayKeeper } from '../who.ts'

/** Letters of a code: no vowels, so that none spells a word, and none that is taken for another. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8

/** As it is kept, however it was typed: `bcdf-ghjk` → `BCDFGHJK`. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** As a person reads it: `BCDF-GHJK`. */
export const groupedCode = (code: string) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`

const CODE_NEEDED = 'Type the code that the screen shows, 8 letters.'
const UserCode = z.pipe(
  text(LIMITS.name, 'The code'),
  z.pipe(
    z.transform(plainCode),
    z.string().check(z.regex(new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`), CODE_NEEDED)),
  ),
)

export const Display = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Who approved it, by the name of then. */
  createdBy: z.string(),
  /** To some minutes; null until the screen has collected its token. */
  lastSeen: z.nullable(Instant),
})
export type Display = z.infer<typeof Display>

/** `interval` and `expiresIn` in seconds. `deviceCode` is the screen's own secret, `userCode` is what it shows. */
export const DisplayCode = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  expiresIn: z.number(),
  interval: z.number(),
})
export type DisplayCode = z.infer<typeof DisplayCode>

export const createDisplayCode = call({
  method: 'POST',
  path: '/api/onbreak/displays/code/',
  summary: 'A code for a screen that wants to show the board',
  who: anyone,
  answer: DisplayCode,
  status: 201,
  secret: true,
  ours: true,
})

/** Not approved yet: 409. Asked before the interval was over: 429. Expired, revoked or never given: 410. */
export const collectDisplayToken = call({
  method: 'POST',
  path: '/api/onbreak/displays/token/',
  summary: 'The token of a screen whose code was approved',
  who: anyone,
  body: z.strictObject({ deviceCode: text(LIMITS.name, 'The device code') }),
  answer: z.object({ token: z.string(), name: z.string() }),
  secret: true,
  refuses: [410],
  ours: true,
})

export const listDisplays = call({
  method: 'GET',
  path: '/api/onbreak/displays/',
  summary: 'The displays, by name',
  who: displayKeeper,
  answer: z.array(Display),
  ours: true,
})

export const approveDisplay = call({
  method: 'POST',
  path: '/api/onbreak/displays/',
  summary: 'Approve the screen that shows this code',
  who: displayKeeper,
  body: z.strictObject({ code: UserCode, name: Name }),
  answer: Display,
  status: 201,
  refuses: [404],
  ours: true,
})

export const revokeDisplay = call({
  method: 'DELETE',
  path: '/api/onbreak/displays/:id/',
  summary: 'Revoke a display',
  who: displayKeeper,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})
