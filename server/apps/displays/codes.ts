/**
 * Codes that let a screen in (RFC 8628): created for a screen, entered by a person with the right, and polled by the
 * screen.
 */
import { randomInt } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AskingScreen, CODE_LENGTH, CODE_LETTERS, type DisplayCode, groupedCode } from '#contract/apps/displays.ts'
import type { Db } from '../../db/tables.ts'
import { networkOf, plainAddress } from '../../http/network.ts'
import { Problem, tooMany, tryAgainIn } from '../../http/problem.ts'
import { newSecret, sha256 } from '../../http/secrets.ts'
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/instants.ts'

const LIFETIME_MS = 15 * MINUTE_MS
const LIFETIME_S = LIFETIME_MS / 1_000
/**
 * How long a screen may collect its token: it may have been approved just before its code expired, and been asleep or
 * without a network since.
 */
const COLLECTABLE_MS = DAY_MS
/** How often a screen may poll. Slightly shorter intervals pass, as clocks and networks are not exact. */
const INTERVAL_S = 5
const MIN_INTERVAL_MS = 4_000
/** Unapproved codes per network (`networkOf`): enough for a dozen screens and several reloads of each. */
const MAX_PER_NETWORK = 60
/** Wrong codes per person within a lifetime, looked up or approved: plenty for typing errors, hopeless for guessing. */
const MAX_WRONG_CODES = 10
/** Characters of a screen's user agent that are stored: longer than that of any browser. */
const MAX_USER_AGENT = 500

/**
 * Whether a time lies within 15 minutes (or `ms`) of now. A later one was recorded by a clock that was ahead, and would
 * otherwise count until that time had come.
 */
const isRecent = (column: 'created_at' | 'polled_at' | 'at', now: string, ms = LIFETIME_MS) =>
  sql<SqlBool>`(${sql.ref(column)} > ${before(now, ms)} and ${sql.ref(column)} < ${after(now, ms)})`

/** Whether a screen may still ask for the token of its code. One that has had a token has no such time to make up for. */
const isCollectable = (now: string) =>
  sql<SqlBool>`(${isRecent('created_at', now)} or
    (display_id in (select id from display where token_hash is null) and ${isRecent('created_at', now, COLLECTABLE_MS)}))`

const newUserCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * Deletes the oldest unapproved codes of a network, making room for one more. All screens of a company share one
 * address: a screen that keeps asking must not lock out the others. A screen whose code is deleted asks for another one
 * by itself.
 */
async function forgetOldest(db: Db, network: string): Promise<void> {
  const over = await db
    .selectFrom('display_code')
    .select('device_hash')
    .where('address', '=', network)
    .where('display_id', 'is', null)
    .orderBy('created_at', 'desc')
    .offset(MAX_PER_NETWORK - 1)
    .limit(MAX_PER_NETWORK)
    .execute()
  if (over.length === 0) return
  await db
    .deleteFrom('display_code')
    .where(
      'device_hash',
      'in',
      over.map(({ device_hash }) => device_hash),
    )
    .where('display_id', 'is', null)
    .execute()
}

/** Creates a code for the screen at this address with this user agent. Of the codes only hashes are stored. */
export async function makeCode(db: Db, address: string, userAgent: string, now: string): Promise<DisplayCode> {
  await purgeCodes(db, now)
  const network = networkOf(address)
  await forgetOldest(db, network)
  const [deviceCode, userCode] = [newSecret(), newUserCode()]
  await db
    .insertInto('display_code')
    .values({
      device_hash: sha256(deviceCode),
      user_hash: sha256(userCode),
      address: network,
      asked_from: plainAddress(address),
      user_agent: userAgent.slice(0, MAX_USER_AGENT),
      created_at: now,
      polled_at: null,
      display_id: null,
    })
    .execute()
  return { deviceCode, userCode: groupedCode(userCode), expiresIn: LIFETIME_S, interval: INTERVAL_S }
}

/**
 * Counts a poll of a screen. Runs outside the transaction, so that it counts even if it is refused. Throws 410 for a
 * code that has expired unapproved, never existed, or whose display is revoked, and 429 for a screen that polls too often.
 */
export async function countPoll(db: Db, deviceCode: string, now: string): Promise<void> {
  const deviceHash = sha256(deviceCode)
  const polled = await db
    .updateTable('display_code')
    .set({ polled_at: now })
    .where('device_hash', '=', deviceHash)
    .where(isCollectable(now))
    .where((eb) =>
      eb.or([
        eb('polled_at', 'is', null),
        eb('polled_at', '<=', before(now, MIN_INTERVAL_MS)),
        eb.not(isRecent('polled_at', now)),
      ]),
    )
    .returning('device_hash')
    .executeTakeFirst()
  if (polled) return
  const isThere = await db
    .selectFrom('display_code')
    .select('device_hash')
    .where('device_hash', '=', deviceHash)
    .where(isCollectable(now))
    .executeTakeFirst()
  if (isThere) throw tooMany(`Please ask only every ${INTERVAL_S} seconds.`, INTERVAL_S)
  throw new Problem(410, 'This code has expired. Ask for another one.')
}

/** Returns the display for which this code was approved; null while nobody has approved it. */
export async function approvedDisplay(db: Db, deviceCode: string): Promise<number | null> {
  const row = await db
    .selectFrom('display_code')
    .select('display_id')
    .where('device_hash', '=', sha256(deviceCode))
    .executeTakeFirst()
  return row?.display_id ?? null
}

/** Returns the screen that shows this code and whether the code was used for a display; null for an unknown code. */
export async function screenOfCode(
  db: Db,
  userCode: string,
  now: string,
): Promise<{ screen: AskingScreen; isUsed: boolean } | null> {
  const row = await db
    .selectFrom('display_code')
    .select(['asked_from', 'user_agent', 'created_at', 'display_id'])
    .where('user_hash', '=', sha256(userCode))
    .where(isRecent('created_at', now))
    .executeTakeFirst()
  if (!row) return null
  const screen = { userAgent: row.user_agent, address: row.asked_from, askedAt: row.created_at }
  return { screen, isUsed: row.display_id !== null }
}

/** Binds a free code to a display. Returns false if somebody else was faster. */
export async function bindCode(db: Db, userCode: string, displayId: number): Promise<boolean> {
  const row = await db
    .updateTable('display_code')
    .set({ display_id: displayId })
    .where('user_hash', '=', sha256(userCode))
    .where('display_id', 'is', null)
    .returning('user_hash')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a typed code as a wrong guess until `forgiveGuess` takes it back, so that guesses sent at once all count. Runs
 * outside the transaction. Throws 429 after ten wrong ones within 15 minutes. Returns the id of the guess.
 */
export async function countGuess(db: Db, userId: number, now: string): Promise<number> {
  const { id } = await db
    .insertInto('display_guess')
    .values({ user_id: userId, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const counted = await db
    .selectFrom('display_guess')
    .select(['id', 'at'])
    .where('user_id', '=', userId)
    .where(isRecent('at', now))
    .orderBy('at')
    .orderBy('id')
    .execute()
  if (counted.length <= MAX_WRONG_CODES) return id
  // A code that is not even checked does not count.
  await forgiveGuess(db, id)
  const oldest = counted.at(-1 - MAX_WRONG_CODES)?.at ?? now
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest) + LIFETIME_MS - Date.parse(now)) / 1_000))
  throw tooMany(`Too many wrong codes. ${tryAgainIn(seconds)}`, seconds)
}

/** Takes back a guess that was right, or was not checked. */
export async function forgiveGuess(db: Db, id: number): Promise<void> {
  await db.deleteFrom('display_guess').where('id', '=', id).execute()
}

/** Deletes expired codes, and wrong guesses that no longer count. */
export async function purgeCodes(db: Db, now: string): Promise<void> {
  const not = (still: RawBuilder<SqlBool>) => sql<SqlBool>`not ${still}`
  await db
    .deleteFrom('display_code')
    .where(not(isCollectable(now)))
    .execute()
  await db
    .deleteFrom('display_guess')
    .where(not(isRecent('at', now)))
    .execute()
}
