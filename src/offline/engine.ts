/**
 * Runs the outbox in a page: stores, follows and sends changes. It brings Dexie along, so only `load-engine.ts` loads
 * it, after the first frame.
 */
import { liveQuery } from 'dexie'
import { connection, onConnection, reportReachable, reportUnreachable, wasOffline } from '#src/api/connection.ts'
import { fetchFromNetwork } from '#src/api/fetch.ts'
import { isKnownAsOther } from '#src/api/known-config.ts'
import { probeIfOffline } from '#src/api/probe.ts'
import { session } from '#src/api/session.ts'
import { attempt } from '#src/lib/attempt.ts'
import { SYNC_TAG } from '#src/lib/page-and-worker.ts'
import { DAY_MS } from '#src/lib/spans.ts'
import { uuid } from '#src/lib/uuid.ts'
import { backupRows, newBackupWriter, writeBackup } from './backup.ts'
import { type OutboxDb, openDb, type StoredSession } from './db.ts'
import { noteDeviceFull } from './device-room.ts'
import { type DrainOutcome, drain } from './drain.ts'
import type { Device, DrainContext } from './drain-context.ts'
import { endSession, forgetSettled, markAsRead } from './forget.ts'
import {
  type Change,
  changeOf,
  confirmStale,
  deleteRow,
  enqueue,
  enqueueAll,
  putSession,
  rowsOf,
  wake,
} from './outbox.ts'
import { queuedCalls } from './queued-calls.ts'
import { askToPersist, isFull, reopen, retryWithRoom, writeWithRetry } from './recover-store.ts'
import { OUTBOX, type Row } from './row.ts'
import { newSender } from './sender.ts'
import { throttledPublisher } from './throttled-publisher.ts'

/**
 * Delay from following a person to forgetting the rows accepted long ago: by then the screens have heard every answer,
 * including those that the worker received days ago with no page open.
 */
const TOLD_MS = 20_000

const db = openDb(OUTBOX.database, backupRows)
// Looks up `Date.now` on each call: a test may replace the clock after this module is loaded.
const device: Device = { now: () => Date.now(), random: Math.random, uuid }
const context: DrainContext = {
  db,
  device,
  calls: queuedCalls,
  send: fetchFromNetwork,
  locks: navigator.locks,
  onAnswer: reportReachable,
}

/** The person who is followed here, and the session that their changes are sent with. */
export interface Person {
  readonly userId: number
  readonly token: string
  readonly maySend: boolean
}

let followed: Person | null = null

/**
 * Stores the session again after the browser has deleted the database under an open page: taps since then wait in a new
 * database without a session, so that nothing would send them.
 */
async function restoreSession(): Promise<void> {
  const person = followed
  if (!person || (await db.session.get('current'))) return
  // A person who has left meanwhile, perhaps in another tab, must not be restored.
  if (session.get()?.token !== person.token) return
  await putSession(db, { ...person, ...notes })
  await sendWaiting()
}

type SessionNotes = Pick<StoredSession, 'isOther' | 'overdue'>

/**
 * The notes that this tab has written to the stored session, or is writing. Another tab may have noted a part that is
 * missing here.
 */
const notes: { -readonly [Part in keyof SessionNotes]: SessionNotes[Part] } = {}

/** Writes a note to the stored session if its value is new. If that fails, the next call writes it again. */
async function note<Part extends keyof SessionNotes>(
  part: Part,
  value: NonNullable<SessionNotes[Part]>,
): Promise<void> {
  if (notes[part] === value) return
  // Set before the write: a later note must be written after this one.
  notes[part] = value
  try {
    await db.session.update('current', { [part]: value })
  } catch (error) {
    if (notes[part] === value) delete notes[part]
    throw error
  }
}

/** Notes which server this is, for every tab and the worker. It may become known only after a person is followed. */
async function noteServer(): Promise<void> {
  const isOther = isKnownAsOther()
  if (isOther !== undefined) await note('isOther', isOther)
}

/** Notes the number of overdue tasks, for the number on the app's icon that the worker sets while no page is open. */
export const noteOverdue = (count: number): Promise<void> => note('overdue', count)

/** Runs `work`, making room on a full disk. Sending writes too: that a row is on its way, and what became of it. */
const withRoom = <T>(work: () => Promise<T>): Promise<T> => retryWithRoom(db, () => followed?.userId, work)

function onOutcome(outcome: DrainOutcome): void {
  if (outcome.is === 'unreachable') reportUnreachable()
  if (outcome.is === 'signIn') session.end(outcome.token)
  if (outcome.is === 'nobody') void restoreSession().catch(() => {})
}

/** Sends what is due, and notes whether the device still has room for that once all there is has been made. */
async function drainWithRoom(): Promise<DrainOutcome> {
  try {
    const outcome = await withRoom(() => noteServer().then(() => drain(context)))
    noteDeviceFull(false)
    return outcome
  } catch (error) {
    noteDeviceFull(isFull(error))
    throw error
  }
}

const sender = newSender({
  drain: drainWithRoom,
  onOutcome,
  isOnline: () => connection().online,
  now: device.now,
  later: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
})

/** Sends what is due. Resolves when nothing is due any more or nothing can be sent. Never throws. */
export const sendWaiting = sender.send

/** Makes the rows that wait for the line due (`makeDue`) and sends them. */
export async function sendNow(makeDue: (db: OutboxDb) => Promise<number> = wake): Promise<void> {
  await withRoom(() => makeDue(db)).catch(() => {})
  await sendWaiting()
}

/** Sends every waiting row now, whatever pause it was given, because the person asks for it. */
export const sendAllNow = (): Promise<void> =>
  sendNow(({ outbox }) => outbox.filter(({ state }) => state === 'pending').modify({ nextAt: 0 }))

function onConnectionChange(): void {
  if (connection().online) void sendNow(() => wake(db, !wasOffline()))
}

/**
 * Registers a background sync: Chrome sends what waits even after the last tab was closed, other browsers at the next
 * visit.
 */
async function askWorkerToSend(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } }
  await sync?.register(SYNC_TAG)
}

async function storeAndSend(userId: number, write: () => Promise<unknown>): Promise<void> {
  // An unfinished discard goes first: it would delete this change too.
  await writeWithRetry(db, userId, () => finishDiscard(userId).then(write))
  askToPersist()
  void askWorkerToSend().catch(() => {})
  if (connection().online) void sendWaiting()
  else probeIfOffline()
}

/** Stores a change on disk and sends it when there is a line. Throws if this device cannot store it. */
export const keep = (change: Change): Promise<void> => storeAndSend(change.userId, () => enqueue(db, change, device))

/**
 * Stores several changes of one person in one transaction. Throws if this device cannot store them; then none is
 * stored.
 */
export const keepAll = (userId: number, changes: readonly Change[]): Promise<void> =>
  storeAndSend(userId, () => enqueueAll(db, changes, device))

/** Discards a change, refused or still waiting. */
export const discard = (row: Row): Promise<void> => deleteRow(db, row)
/** Marks the note on a partly accepted change as read. */
export const dismiss = (row: Row): Promise<void> => markAsRead(db, row)

/** Makes a refused change once more. */
export const repeat = (row: Row): Promise<void> => keep(changeOf(row))

/** Sends a waiting row now, however old it is. */
export async function sendAgain(row: Row): Promise<void> {
  await confirmStale(db, row)
  await sendWaiting()
}

/**
 * Follows a person's rows and sends them until the returned function is called. `publish` is called with the rows on
 * each change, whoever made it.
 */
export async function follow(
  person: Person,
  publish: (rows: readonly Row[]) => void,
  onFailure: () => void,
  isCurrent: () => boolean = () => true,
): Promise<() => void> {
  if (db.hasFailed()) await reopen(db)
  await finishDiscard(person.userId)
  if (!isCurrent()) return () => {}
  followed = person
  // A person who leaves while room is made must not be restored.
  await withRoom(async () => isCurrent() && putSession(db, { ...person, ...notes }))
  const publisher = throttledPublisher(publish)
  const backup = newBackupWriter(person.userId)
  /**
   * `seq` of the rows pending at the last read: while a page sleeps, more may be accepted than `rowsOf` reads
   * otherwise.
   */
  let waited: readonly number[] = []
  let tidied = device.now()
  const tidy = () => {
    tidied = device.now()
    void forgetSettled(db, device).catch(() => {})
  }
  const tidying = setTimeout(tidy, TOLD_MS)
  const onRows = (rows: readonly Row[]) => {
    // A page may stay open for weeks.
    if (device.now() - tidied > DAY_MS) tidy()
    waited = rows.filter(({ state }) => state === 'pending').map(({ seq }) => seq)
    sender.updateTimer(rows)
    backup.onRows(rows)
    publisher.onRows(rows)
  }
  const rows = liveQuery(() => rowsOf(db, person.userId, waited)).subscribe({ next: onRows, error: onFailure })
  const stopListening = onConnection(onConnectionChange)
  const onVisible = () => {
    if (document.visibilityState === 'hidden') backup.flush()
    else if (connection().online) void sendNow()
  }
  document.addEventListener('visibilitychange', onVisible)
  void sendNow()
  return () => {
    clearTimeout(tidying)
    rows.unsubscribe()
    publisher.stop()
    backup.stop()
    stopListening()
    document.removeEventListener('visibilitychange', onVisible)
    // Another person may be followed by now, and their timer must go on.
    if (followed !== person) return
    sender.stopTimer()
    followed = null
  }
}

/** Key prefix in localStorage: this person's changes were discarded, but not yet deleted from the database. */
const DISCARDED = 'portal.discarded:'
const isDiscarded = (userId: number) => typeof attempt(() => localStorage.getItem(DISCARDED + userId)) === 'string'

/**
 * Ends the person's session on this device: see `endSession`. A discard once asked for is carried out however often the
 * database fails: at the next sign-out, or before the person is followed again.
 */
export async function leave(userId: number, waiting: 'keep' | 'discard'): Promise<void> {
  if (waiting === 'discard') {
    writeBackup(userId, [])
    attempt(() => localStorage.setItem(DISCARDED + userId, ''))
  }
  // Not retried here: by then the person may be back and have made another change.
  await endSession(db, userId, isDiscarded(userId) ? 'discard' : waiting)
  attempt(() => localStorage.removeItem(DISCARDED + userId))
  writeBackup(userId, await rowsOf(db, userId))
}

/** Carries out a discard that the database failed to do. */
async function finishDiscard(userId: number): Promise<void> {
  if (isDiscarded(userId)) await leave(userId, 'discard')
}

/** Returns all rows that are kept for a person. */
export const rows = (userId: number): Promise<Row[]> => rowsOf(db, userId)
