/**
 * Adds the people of an import file: each by the three steps of a registration, then their permissions; managers follow
 * once everybody has an account. Finished steps are not repeated: a run that was stopped, refused or cut off resumes
 * where it was.
 */
import { unparse } from 'papaparse'
import { listUsers, type updatePermissions } from '#contract/apps/accounts.ts'
import type { BodyIn } from '#contract/call.ts'
import { send } from '#src/api/call.ts'
import { sendPermissions, wholePermissions } from '#src/api/permissions.ts'
import { isOther } from '#src/api/portal-config.ts'
import { Problem, sentenceOf } from '#src/api/problem.ts'
import { csvStyle } from '#src/lib/save-csv.ts'
import { uuid } from '#src/lib/uuid.ts'
import { userWith } from '../queries.ts'
import { newRegistration, proceed, type Registration } from '../registration.ts'
import type { ImportRow } from './import-check.ts'
import { IMPORT_FLAG_NAMES } from './import-columns.ts'

/** The progress of one person of the file. */
export interface ImportEntry {
  readonly row: ImportRow
  readonly registration: Registration
  readonly hasRights: boolean
  readonly hasManager: boolean
  readonly keys: Readonly<Record<'rights' | 'manager', string>>
  /** The server's sentence why it refused this person; null until then, and again when the run is resumed. */
  readonly refusal: string | null
}

export const isDone = ({ registration, hasRights, hasManager }: ImportEntry) =>
  registration.next === null && hasRights && hasManager

/**
 * Returns the share of a person's steps that are done, from 0 to 1. Managers come last, once everybody has an account.
 */
export function shareDone({ row, registration, hasRights, hasManager }: ImportEntry): number {
  const steps = [registration.next === null, hasRights, ...(row.managerEmail ? [hasManager] : [])]
  return steps.filter(Boolean).length / steps.length
}

/** 32 characters, none easily mistaken for another. 32 divides 256, so a random byte makes each equally likely. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4

/** Returns a random password of 80 bits, in groups that can be read aloud. */
export function temporaryPassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(GROUPS * 4))]
  const letters = bytes.map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.replace(/....(?=.)/g, '$&-')
}

/** First state of a row: its account is still to be made. An existing account is kept, password included. */
export function initialEntry(row: ImportRow): ImportEntry {
  const { name, email, dept, flags, existing } = row
  const password = existing === null ? temporaryPassword() : ''
  const registration = newRegistration({
    name,
    email,
    password,
    dept,
    isAdmin: flags.isAdmin,
    cepEmployee: flags.isCEP,
  })
  return {
    row,
    registration:
      existing === null ? registration : { ...registration, id: existing, next: 'permissions', isHere: true },
    hasRights: false,
    hasManager: row.managerEmail === '',
    keys: { rights: uuid(), manager: uuid() },
    refusal: null,
  }
}

type Changes = BodyIn<typeof updatePermissions>

/** Returns the changes that the registration does not make; null for none. They never take permissions away. */
function rightsOf({ flags, dept, existing }: ImportRow): Changes | null {
  const given = IMPORT_FLAG_NAMES.filter((flag) => flags[flag])
  const left = existing === null ? given.filter((flag) => flag !== 'isCEP' && flag !== 'isAdmin') : given
  const body = {
    ...Object.fromEntries(left.map((flag) => [flag, true])),
    ...(existing !== null && dept ? { dept } : {}),
  }
  return Object.keys(body).length === 0 ? null : body
}

/**
 * Sends the changes alone to our server, so that a repeat has the same body under the same idempotency key, whatever
 * was changed meanwhile; to another server all permissions.
 */
async function sendChanges(id: number, changes: Changes, headers: Readonly<Record<string, string>>): Promise<void> {
  const body = (await isOther()) ? wholePermissions(await userWith(id), changes) : changes
  await sendPermissions({ id, changes, body, headers })
}

type OnProgress = (entry: ImportEntry) => void

/** Registers a person (account, permissions, checklist), then gives the remaining permissions of the row. */
async function register(entry: ImportEntry, onProgress: OnProgress): Promise<void> {
  let latest = entry
  const update = (change: Partial<ImportEntry>) => {
    latest = { ...latest, ...change }
    onProgress(latest)
  }
  const { id } = await proceed(entry.registration, (registration) => update({ registration }))
  if (latest.hasRights) return
  const body = rightsOf(entry.row)
  const headers = { 'Idempotency-Key': entry.keys.rights }
  if (body) await sendChanges(id ?? 0, body, headers)
  update({ hasRights: true })
}

/** Finds the id of the user with this email; undefined if there is none. */
type FindManager = (email: string) => Promise<number | undefined>

/**
 * Looks managers up in `known` (users from before the run and those it has added), then in a fresh list of users, read
 * once: another window may have added people meanwhile.
 */
function managersAmong(known: Map<string, number>): FindManager {
  let isFetched = false
  return async (email) => {
    if (!known.has(email) && !isFetched) {
      for (const user of await send(listUsers)) if (!user.deactivated) known.set(user.email.toLowerCase(), user._id)
      isFetched = true
    }
    return known.get(email)
  }
}

async function giveManager(entry: ImportEntry, onProgress: OnProgress, findManager: FindManager): Promise<void> {
  const { row, registration, keys } = entry
  const cepManager = await findManager(row.managerEmail)
  if (cepManager === undefined)
    return onProgress({ ...entry, refusal: `The manager “${row.managerEmail}” was not added.` })
  await sendChanges(registration.id ?? 0, { cepManager }, { 'Idempotency-Key': keys.manager })
  onProgress({ ...entry, hasManager: true })
}

/** Statuses that concern one person; any other failure concerns all of them. */
const ABOUT_ONE = [400, 404, 409, 413, 422]
const USUAL_WAIT_MS = 5_000

interface ImportOptions {
  /** Email → id of the users from before the run. */
  readonly existingUsers: ReadonlyMap<string, number>
  /** Called after each step, with the index of the entry. */
  readonly onProgress: (place: number, entry: ImportEntry) => void
  readonly isStopped: () => boolean
  /** Waits until the portal takes more calls, or somebody stops the run. */
  readonly wait: (ms: number) => Promise<void>
}

/** Runs every step that is not done yet. Throws failures that concern everybody: no network, no session, no right. */
export async function runImport(
  start: readonly ImportEntry[],
  { existingUsers, onProgress, isStopped, wait }: ImportOptions,
) {
  const entries = start.map((entry): ImportEntry => ({ ...entry, refusal: null }))

  async function attempt(
    place: number,
    act: (entry: ImportEntry, onProgress: OnProgress) => Promise<void>,
  ): Promise<void> {
    const update = (entry: ImportEntry) => {
      entries[place] = entry
      onProgress(place, entry)
    }
    const entry = entries[place]
    if (!entry || isStopped()) return
    try {
      await act(entry, update)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 429) {
        await wait(error.retryAfterMs ?? USUAL_WAIT_MS)
        return attempt(place, act)
      }
      if (!ABOUT_ONE.includes(error.status)) throw error
      update({ ...(entries[place] ?? entry), refusal: sentenceOf(error) })
    }
  }

  for (const [place, { registration, hasRights }] of entries.entries())
    if (registration.next !== null || !hasRights) await attempt(place, register)
  const known = new Map(existingUsers)
  for (const { row, registration } of entries) if (registration.id !== null) known.set(row.email, registration.id)
  const findManager = managersAmong(known)
  for (const [place, { refusal, hasManager }] of entries.entries())
    if (refusal === null && !hasManager)
      await attempt(place, (entry, update) => giveManager(entry, update, findManager))
}

/** Returns the outcome of a row in words. */
export function outcomeOf(entry: ImportEntry): string {
  const { row, registration, refusal } = entry
  if (isDone(entry)) return row.existing === null ? 'Added' : 'Had an account: permissions and checklist added'
  const begun = row.existing === null && registration.id !== null ? 'The account was created' : ''
  if (refusal) return begun ? `${begun}, then: ${refusal}` : `Refused: ${refusal}`
  return begun ? `${begun}, the rest not yet` : 'Not yet'
}

/** Returns the result file: the only place with the temporary passwords. */
export const resultCsv = (entries: readonly ImportEntry[], leftOut: readonly ImportRow[]): string => {
  const rows = [
    ...entries.map((entry) => ({
      ...entry.row,
      // No account yet, so nobody could sign in with the password.
      password: entry.registration.id === null ? '' : entry.registration.user.password,
      result: outcomeOf(entry),
    })),
    ...leftOut.map((row) => ({
      ...row,
      password: '',
      result: `Left out: ${row.problems.join(' ') || 'there is an account with this email.'}`,
    })),
  ].sort((a, b) => a.row - b.row)
  return unparse(
    {
      fields: ['Row', 'Name', 'Email', 'Temporary Password', 'Result'],
      data: rows.map(({ row, name, email, password, result }) => [row, name, email, password, result]),
    },
    csvStyle(),
  )
}
