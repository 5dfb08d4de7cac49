/** The codes by which a screen is let in (RFC 8628): made, typed in by a person who may, and asked about by the screen. */
import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { CODE_LENGTH, CODE_LETTERS, type DisplayCode, groupedCode } from '#contract/apps/displays.ts'
import type { Db } from '../../db/tables.ts'
import { networkOf } from '../../http/network.ts'
import { Problem, tooMany, tryAgainIn } from '../../http/problem.ts'
import { newSecret, sha256 } from '../../http/secrets.ts'
import { after, before, MINUTE_MS } from '../../lib/instants.ts'

const LIFETIME_MS = 15 * MINUTE_MS
const LIFETIME_S = LIFETIME_MS / 1_000
/** How often a screen may ask; a little less is let through, for clocks and networks are no metronomes. */
const INTERVAL_S = 5
const LEAST_MS = 4_000
/** Codes of one address that nobody has approved: a dozen screens, and as many reloads again. */
const AN_ADDRESS = 60
/** Codes that a person may get wrong within a lifetime: a typist has enough of them, a guesser has no chance. */
const WRONG_CODES = 10

/**
 * Whether it is of these 15 minutes. What is of a time to come was told by a clock that was ahead, and would count until
 * that time had come.
 */
const isOfNow = (column: 'created_at' | 'polled_at' | 'at', now: string) =>
  sql<SqlBool>`(${sql.ref(column)} > ${before(now, LIFETIME_MS)} and ${sql.ref(column)} < ${after(now, LIFETIME_MS)})`

const newUserCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * Makes room for one more. A company is one address to the server: a screen that asks again and again must not keep the
 * others there from being let in, and whose code is forgotten asks for another one by itself.
 */
async function forgetOldest(db: Db, network: string): Promise<void> {
  const over = await db
    .selectFrom('display_code')
    .select('device_hash')
    .where('address', '=', network)
    .where('display_id', 'is', null)
    .orderBy('created_at', 'desc')
    .offset(AN_ADDRESS - 1)
    .limit(AN_ADDRESS)
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

/** A code of its own for the screen that asks. Only hashes are kept. */
export async function makeCode(db: Db, address: string, now: string): Promise<DisplayCode> {
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
      created_at: now,
      polled_at: null,
      display_id: null,
    })
    .execute()
  return { deviceCode, userCode: groupedCode(userCode), expiresIn: LIFETIME_S, interval: INTERVAL_S }
}

/**
 * Counts a question of the screen, on the bare database: it counts even where it is refused. 410 where the code has
 * expired, was never given, or its display is revoked; 429 where the screen asks too often.
 */
export async function countPoll(db: Db, deviceCode: string, now: string): Promise<void> {
  const deviceHash = sha256(deviceCode)
  const polled = await db
    .updateTable('display_code')
    .set({ polled_at: now })
    .where('device_hash', '=', deviceHash)
    .where(isOfNow('created_at', now))
    .where((eb) =>
      eb.or([
        eb('polled_at', 'is', null),
        eb('polled_at', '<=', before(now, LEAST_MS)),
        eb.not(isOfNow('polled_at', now)),
      ]),
    )
    .returning('device_hash')
    .executeTakeFirst()
  if (polled) return
  const isThere = await db
    .selectFrom('display_code')
    .select('device_hash')
    .where('device_hash', '=', deviceHash)
    .where(isOfNow('created_at', now))
    .executeTakeFirst()
  if (isThere) throw tooMany(`Please ask every ${INTERVAL_S} seconds.`, INTERVAL_S)
  throw new Problem(410, 'This code has expired. Ask for another one.')
}

/** The display that this code was approved for; null where nobody has approved it yet. */
export async function approvedDisplay(db: Db, deviceCode: string): Promise<number | null> {
  const row = await db
    .selectFrom('display_code')
    .select('display_id')
    .where('device_hash', '=', sha256(deviceCode))
    .executeTakeFirst()
  return row?.display_id ?? null
}

/** Whether somebody may still be let in by this code: `free`, `used` by a display, or none that is known. */
export async function stateOfCode(db: Db, userCode: string, now: string): Promise<'free' | 'used' | null> {
  const row = await db
    .selectFrom('display_code')
    .select('display_id')
    .where('user_hash', '=', sha256(userCode))
    .where(isOfNow('created_at', now))
    .executeTakeFirst()
  if (!row) return null
  return row.display_id === null ? 'free' : 'used'
}

/** Binds a free code to a display. False: somebody else was faster. */
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
 * Counts a code that somebody typed as wrong until `rightGuess` says otherwise, so that guesses sent at once count as
 * well; 429 after ten within 15 minutes. On the bare database. Answers the guess.
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
    .where(isOfNow('at', now))
    .orderBy('at')
    .orderBy('id')
    .execute()
  if (counted.length <= WRONG_CODES) return id
  // What is not looked at is no guess.
  await rightGuess(db, id)
  const oldest = counted.at(-1 - WRONG_CODES)?.at ?? now
  const seconds = Math.max(1, Math.ceil((Date.parse(oldest) + LIFETIME_MS - Date.parse(now)) / 1_000))
  throw tooMany(`Too many wrong codes. ${tryAgainIn(seconds)}`, seconds)
}

/** A code that was right, or not looked at, counts as no guess. */
export async function rightGuess(db: Db, id: number): Promise<void> {
  await db.deleteFrom('display_guess').where('id', '=', id).execute()
}

/** Forgets codes that have expired, and wrong ones that count no longer. */
export async function purgeCodes(db: Db, now: string): Promise<void> {
  const isOver = (column: 'created_at' | 'at') => sql<SqlBool>`not ${isOfNow(column, now)}`
  await db.deleteFrom('display_code').where(isOver('created_at')).execute()
  await db.deleteFrom('display_guess').where(isOver('at')).execute()
}
