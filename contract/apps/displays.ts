/**
 * Displays, the screens on a wall: wire.md “On break”. A screen shows a short code, a person with the right approves it,
 * and the screen collects its token: the device flow of RFC 8628, so that nobody ever signs in on a wall.
 */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, Instant, LIMITS, Name, text } from '../values.ts'
import { anyone, displayAdmin } from '../who.ts'

/** Letters of a code: no vowels, so that no code spells a word, and no letters that are easily confused. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8

/** Returns a typed code in the form in which it is stored: `bcdf-ghjk` → `BCDFGHJK`. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns a code in the form that a person reads: `BCDF-GHJK`. */
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
  /** Name of the person who approved the display, as it was then. */
  createdBy: z.string(),
  /** Accurate to a few minutes; null until the screen has collected its token. */
  lastSeen: z.nullable(Instant),
})
export type Display = z.infer<typeof Display>

/** `deviceCode` is the screen's secret, `userCode` the code that it shows. `interval` and `expiresIn` are in seconds. */
export const DisplayCode = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  expiresIn: z.number(),
  interval: z.number(),
})
export type DisplayCode = z.infer<typeof DisplayCode>

/** The screen that shows a code, as its request named it; `address` is '' where it is not known. */
export const AskingScreen = z.object({ userAgent: z.string(), address: z.string(), askedAt: Instant })
export type AskingScreen = z.infer<typeof AskingScreen>

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

/**
 * 409 while the code is not approved, 429 before the interval is over, 410 if the code is expired, revoked or unknown. A
 * code that was approved in time stays good for a day here, until a token was collected.
 */
export const collectDisplayToken = call({
  method: 'POST',
  path: '/api/onbreak/displays/token/',
  summary: 'The token of a screen whose code was approved',
  who: anyone,
  body: z.strictObject({ deviceCode: text(LIMITS.name, 'The device code') }),
  answer: z.object({ token: z.string(), name: z.string() }),
  secret: true,
  refuses: [409, 410],
  ours: true,
})

export const listDisplays = call({
  method: 'GET',
  path: '/api/onbreak/displays/',
  summary: 'The displays, by name',
  who: displayAdmin,
  answer: z.array(Display),
  ours: true,
})

/**
 * What a person compares with the screen in front of them before approving it (RFC 8628 §5.4). A wrong code counts as a
 * wrong one of an approval: 429 after ten. 409 for one that was used.
 */
export const findAskingScreen = call({
  method: 'GET',
  path: '/api/onbreak/displays/screen/',
  summary: 'The screen that shows this code',
  who: displayAdmin,
  query: z.strictObject({ code: UserCode }),
  answer: AskingScreen,
  refuses: [404, 409],
  ours: true,
})

export const approveDisplay = call({
  method: 'POST',
  path: '/api/onbreak/displays/',
  summary: 'Approve the screen that shows this code',
  who: displayAdmin,
  body: z.strictObject({ code: UserCode, name: Name }),
  answer: Display,
  status: 201,
  refuses: [404, 409],
  ours: true,
})

export const renameDisplay = call({
  method: 'PUT',
  path: '/api/onbreak/displays/:id/',
  summary: 'Rename a display',
  who: displayAdmin,
  params: IdParams,
  body: z.strictObject({ name: Name }),
  answer: Display,
  ours: true,
})

export const revokeDisplay = call({
  method: 'DELETE',
  path: '/api/onbreak/displays/:id/',
  summary: 'Revoke a display',
  who: displayAdmin,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})
