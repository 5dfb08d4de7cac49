/**
 * The outbox at work in a page: keeps, follows and sends. It brings Dexie along, so it is loaded after the first frame
 * and only by `my-changes.ts`.
 */
import { liveQuery } from 'dexie'
import {
  askForSignOfLife,
  connection,
  lineWasGone,
  onConnection,
  reportReachable,
  reportUnreachable,
} from '#src/api/connection.ts'
import { overTheLine } from '#src/api/fetch.ts'
import { isKnownAsOther } from '#src/api/portal-config.ts'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { SYNC_TAG } from '#src/lib/page-and-worker.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { uuid } from '#src/lib/uuid.ts'
import { type OutboxDb, openDb, type StoredSession } from './db.ts'
import { drain, type Outcome } from './drain.ts'
import type { Device, DrainContext } from './drain-context.ts'
import { endSession, forgetSettled, markAsRead } from './forget.ts'
import { type Change, changeOf, drop, enqueue, enqueueAll, insist, putSession, rowsOf, wake } from './outbox.ts'
import { paced } from './paced.ts'
import { queuedCalls } from './queued-calls.ts'
import { askToPersist, onceMoreWithRoom, reopen, writeAgain } from './recover-store.ts'
import { OUTBOX, type Row } from './row.ts'
import { newSender } from './sender.ts'
import { spareOf, spareRows, writeSpare } from './spare.ts'

/**
 * So long after a person is followed the rows that were accepted long ago are forgotten: by then the screens have heard of
 * every answer, also of those that the worker got days ago, with no page open.
 */
const TOLD_MS = 20_000

const db = openDb(OUTBOX.database, spareRows)
// Not the clock that happens to be there as this is loaded: a test may have put another in its place.
const device: Device = { now: () => Date.now(), random: Math.random, uuid }
const context: DrainContext = {
  db,
  device,
  calls: queuedCalls,
  send: overTheLine,
  locks: navigator.locks,
  onAnswer: reportReachable,
}

/** Who is followed here, and as whom what they did goes out. */
export interface Person {
  readonly userId: number
  readonly token: string
  readonly maySend: boolean
}

let here: Person | null = null

/** The browser may throw the database away under an open page: what is tapped since then waits in a new one, in nobody's name. */
async function comeBack(): Promise<void> {
  const person = here
  if (!person || (await db.session.get('current'))) return
  // Whoever has left, in another tab perhaps, is not put back.
  if (session.get()?.token !== person.token) return
  await putSession(db, { ...person, ...noted })
  await sendWaiting()
}

type Noted = Pick<StoredSession, 'isOther' | 'overdue'>

/** As the stored session has it, or is about to. What is not known here another tab may have noted there. */
const noted: { -readonly [Part in keyof Noted]: Noted[Part] } = {}

/** Writes a part of the stored session, where it is another. What fails is written with the next word of it. */
async function note<Part extends keyof Noted>(part: Part, value: NonNullable<Noted[Part]>): Promise<void> {
  if (noted[part] === value) return
  // First: what is noted while this is written comes after it.
  noted[part] = value
  try {
    await db.session.update('current', { [part]: value })
  } catch (error) {
    if (noted[part] === value) delete noted[part]
    throw error
  }
}

/** Which server this is may be known only after somebody was followed; every tab and the worker read it there. */
async function noteServer(): Promise<void> {
  const isOther = isKnownAsOther()
  if (isOther !== undefined) await note('isOther', isOther)
}

/** For the number on the app's icon, which the worker sets while no page is open. */
export const noteOverdue = (count: number): Promise<void> => note('overdue', count)

/** Sending writes too: that a row is on its way, and what came of it. */
const withRoom = <T>(work: () => Promise<T>): Promise<T> => onceMoreWithRoom(db, () => here?.userId, work)

function heard(outcome: Outcome): void {
  if (outcome.is === 'unreachable') reportUnreachable()
  if (outcome.is === 'signIn') session.end(outcome.token)
  if (outcome.is === 'nobody') void comeBack().catch(() => {})
}

const sender = newSender({
  drain: () => withRoom(() => noteServer().then(() => drain(context))),
  heard,
  isOnline: () => connection().online,
  now: device.now,
  later: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
})

/** Sends what is due; resolves when nothing is any more, or nothing can be sent. Never throws. */
export const sendWaiting = sender.send

/** Sends everything that waits for the line. */
export async function sendNow(rouse: (db: OutboxDb) => Promise<number> = wake): Promise<void> {
  await withRoom(() => rouse(db)).catch(() => {})
  await sendWaiting()
}

/** The person wants it tried now, whatever pause a row was given. */
export const sendAllNow = (): Promise<void> =>
  sendNow(({ outbox }) => outbox.filter(({ state }) => state === 'pending').modify({ nextAt: 0 }))

function lineChanged(): void {
  if (connection().online) void sendNow(() => wake(db, !lineWasGone()))
}

/** Chrome sends what waits even after the last tab was closed; other browsers do at the next visit. */
async function askWorkerToSend(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } }
  await sync?.register(SYNC_TAG)
}

async function keepBy(userId: number, write: () => Promise<unknown>): Promise<void> {
  // What was thrown away by then goes first, or this would go with it.
  await writeAgain(db, userId, () => finishDiscard(userId).then(write))
  askToPersist()
  void askWorkerToSend().catch(() => {})
  if (connection().online) void sendWaiting()
  else askForSignOfLife()
}

/** Keeps a change on the disk and sends it when there is a line. Throws where this device cannot keep it. */
export const keep = (change: Change): Promise<void> => keepBy(change.userId, () => enqueue(db, change, device))

/** Keeps several of one person in one step. Throws where this device cannot keep them; then it has none of them. */
export const keepAll = (userId: number, changes: readonly Change[]): Promise<void> =>
  keepBy(userId, () => enqueueAll(db, changes, device))

/** Thrown away, refused or still waiting. */
export const discard = (row: Row): Promise<void> => drop(db, row)
/** What was said of a change that was made in part has been read. */
export const dismiss = (row: Row): Promise<void> => markAsRead(db, row)

/** What was refused, once more. */
export const repeat = (row: Row): Promise<void> => keep(changeOf(row))

/** Tried now, however old it is. */
export async function sendAgain(row: Row): Promise<void> {
  await insist(db, row)
  await sendWaiting()
}

/** Follows a person's rows, and sends them, until it is stopped. `publish` hears of each change, whoever made it. */
export async function follow(
  person: Person,
  publish: (rows: readonly Row[]) => void,
  fail: () => void,
  isStill: () => boolean = () => true,
): Promise<() => void> {
  if (db.hasFailed()) await reopen(db)
  await finishDiscard(person.userId)
  if (!isStill()) return () => {}
  here = person
  // Whoever leaves while room is made is not put back.
  await withRoom(async () => isStill() && putSession(db, { ...person, ...noted }))
  const pace = paced(publish)
  const spare = spareOf(person.userId)
  /** While a page sleeps more may be accepted than are read of it. */
  let waited: readonly number[] = []
  let tidied = device.now()
  const tidy = () => {
    tidied = device.now()
    void forgetSettled(db, device).catch(() => {})
  }
  const tidying = setTimeout(tidy, TOLD_MS)
  const hear = (rows: readonly Row[]) => {
    // A page may stay open for weeks.
    if (device.now() - tidied > DAY_MS) tidy()
    waited = rows.filter(({ state }) => state === 'pending').map(({ seq }) => seq)
    sender.remind(rows)
    spare.hear(rows)
    pace.hear(rows)
  }
  const rows = liveQuery(() => rowsOf(db, person.userId, waited)).subscribe({ next: hear, error: fail })
  const stopListening = onConnection(lineChanged)
  const onVisible = () => {
    if (document.visibilityState === 'hidden') spare.hurry()
    else if (connection().online) void sendNow()
  }
  document.addEventListener('visibilitychange', onVisible)
  void sendNow()
  return () => {
    clearTimeout(tidying)
    rows.unsubscribe()
    pace.stop()
    spare.stop()
    stopListening()
    document.removeEventListener('visibilitychange', onVisible)
    // Somebody else may be followed by now, and their timer run.
    if (here !== person) return
    sender.rest()
    here = null
  }
}

/** Whose changes were thrown away, until the database has done so too: noted beside it. */
const DISCARDED = 'portal.discarded:'
const isDiscarded = (userId: number) => typeof attempt(() => localStorage.getItem(DISCARDED + userId)) === 'string'

/**
 * The person leaves this device: see `endSession`. What was to be thrown away once is so however often the database fails,
 * at the next farewell or before the person is followed again.
 */
export async function leave(userId: number, waiting: 'keep' | 'discard'): Promise<void> {
  if (waiting === 'discard') {
    writeSpare(userId, [])
    attempt(() => localStorage.setItem(DISCARDED + userId, ''))
  }
  // Not tried again here: by then they may be back, and have done something else.
  await endSession(db, userId, isDiscarded(userId) ? 'discard' : waiting)
  attempt(() => localStorage.removeItem(DISCARDED + userId))
  writeSpare(userId, await rowsOf(db, userId))
}

/** What was thrown away while the database could not do so. */
async function finishDiscard(userId: number): Promise<void> {
  if (isDiscarded(userId)) await leave(userId, 'discard')
}

/** All that is kept for a person. */
export const rows = (userId: number): Promise<Row[]> => rowsOf(db, userId)
