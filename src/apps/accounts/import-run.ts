/**
 * Adds the people of a file: each by the three steps of a registration, then what they may do, and once all are there
 * their managers. What is done stays done: a run that was stopped, refused or cut off goes on where it was.
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
import type { ImportRow } from './import-check.ts'
import { IMPORT_FLAG_NAMES } from './import-columns.ts'
import { userWith } from './queries.ts'
import { begin, proceed, type Registration } from './registration.ts'

/** One person on the way in. */
export interface ImportEntry {
  readonly row: ImportRow
  readonly registration: Registration
  readonly hasRights: boolean
  readonly hasManager: boolean
  readonly keys: Readonly<Record<'rights' | 'manager', string>>
  /** The server's sentence why it does not take this person, until it is tried again. */
  readonly refusal: string | null
}

export const isDone = ({ registration, hasRights, hasManager }: ImportEntry) =>
  registration.next === null && hasRights && hasManager

/** How much of the way is behind a person, from 0 to 1. Managers come last, once everybody has an account. */
export function shareDone({ row, registration, hasRights, hasManager }: ImportEntry): number {
  const steps = [registration.next === null, hasRights, ...(row.managerEmail ? [hasManager] : [])]
  return steps.filter(Boolean).length / steps.length
}

/** No letters that are taken for others, and as many as divide 256: each byte is a letter, none likelier than another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4

/** 80 bits, in groups that can be read aloud. */
export function temporaryPassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(GROUPS * 4))]
  const letters = bytes.map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.replace(/....(?=.)/g, '$&-')
}

/** Where a person's way begins: whoever is there already has an account, and keeps the password. */
export function entryOf(row: ImportRow): ImportEntry {
  const { name, email, dept, flags, existing } = row
  const password = existing === null ? temporaryPassword() : ''
  const registration = begin({ name, email, password, dept, isAdmin: flags.isAdmin, cepEmployee: flags.isCEP })
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

/** What the registration has not given yet: nothing is taken from anybody. Null for nothing. */
function rightsOf({ flags, dept, existing }: ImportRow): Changes | null {
  const given = IMPORT_FLAG_NAMES.filter((flag) => flags[flag])
  const left = existing === null ? given.filter((flag) => flag !== 'isCEP' && flag !== 'isAdmin') : given
  const body = {
    ...Object.fromEntries(left.map((flag) => [flag, true])),
    ...(existing !== null && dept ? { dept } : {}),
  }
  return Object.keys(body).length === 0 ? null : body
}

/** What is sent again is the same, whatever was changed meanwhile: its key stands for it. */
async function give(id: number, changes: Changes, headers: Readonly<Record<string, string>>): Promise<void> {
  const body = (await isOther()) ? wholePermissions(await userWith(id), changes) : changes
  await sendPermissions({ id, changes, body, headers })
}

type Came = (entry: ImportEntry) => void

/** The account with its permissions and checklist. */
async function register(entry: ImportEntry, came: Came): Promise<void> {
  let latest = entry
  const tell = (change: Partial<ImportEntry>) => {
    latest = { ...latest, ...change }
    came(latest)
  }
  const { id } = await proceed(entry.registration, (registration) => tell({ registration }))
  if (latest.hasRights) return
  const body = rightsOf(entry.row)
  const headers = { 'Idempotency-Key': entry.keys.rights }
  if (body) await give(id ?? 0, body, headers)
  tell({ hasRights: true })
}

/** Address → id; none where nobody has it. */
type Managers = (email: string) => Promise<number | undefined>

/**
 * `known`: those who were here before, and whom this run has added. Anybody else may be here by now: another window adds
 * people too.
 */
function managersAmong(known: Map<string, number>): Managers {
  let isAsked = false
  return async (email) => {
    if (!known.has(email) && !isAsked) {
      for (const user of await send(listUsers)) if (!user.deactivated) known.set(user.email.toLowerCase(), user._id)
      isAsked = true
    }
    return known.get(email)
  }
}

async function giveManager(entry: ImportEntry, came: Came, managers: Managers): Promise<void> {
  const { row, registration, keys } = entry
  const cepManager = await managers(row.managerEmail)
  if (cepManager === undefined) return came({ ...entry, refusal: `The manager “${row.managerEmail}” was not added.` })
  await give(registration.id ?? 0, { cepManager }, { 'Idempotency-Key': keys.manager })
  came({ ...entry, hasManager: true })
}

/** Said about this person; every other failure is about all of them. */
const ABOUT_ONE = [400, 404, 409, 413, 422]
const USUAL_WAIT_MS = 5_000

interface Run {
  /** Addresses of those who were here before, with their ids. */
  readonly present: ReadonlyMap<string, number>
  /** Hears of each step, with the place of the entry. */
  readonly came: (place: number, entry: ImportEntry) => void
  readonly isStopped: () => boolean
  /** Until the portal takes more, or somebody stops it. */
  readonly wait: (ms: number) => Promise<void>
}

/** Goes through all that are not done. Throws what concerns everybody: no line, no session, no right. */
export async function runImport(start: readonly ImportEntry[], { present, came, isStopped, wait }: Run) {
  const entries = start.map((entry): ImportEntry => ({ ...entry, refusal: null }))

  async function attempt(place: number, act: (entry: ImportEntry, came: Came) => Promise<void>): Promise<void> {
    const tell = (entry: ImportEntry) => {
      entries[place] = entry
      came(place, entry)
    }
    const entry = entries[place]
    if (!entry || isStopped()) return
    try {
      await act(entry, tell)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 429) {
        await wait(error.retryAfterMs ?? USUAL_WAIT_MS)
        return attempt(place, act)
      }
      if (!ABOUT_ONE.includes(error.status)) throw error
      tell({ ...(entries[place] ?? entry), refusal: sentenceOf(error) })
    }
  }

  for (const [place, { registration, hasRights }] of entries.entries())
    if (registration.next !== null || !hasRights) await attempt(place, register)
  const known = new Map(present)
  for (const { row, registration } of entries) if (registration.id !== null) known.set(row.email, registration.id)
  const managers = managersAmong(known)
  for (const [place, { refusal, hasManager }] of entries.entries())
    if (refusal === null && !hasManager) await attempt(place, (entry, tell) => giveManager(entry, tell, managers))
}

/** What became of a row, in words. */
export function outcomeOf(entry: ImportEntry): string {
  const { row, registration, refusal } = entry
  if (isDone(entry)) return row.existing === null ? 'Added' : 'Was there already: rights and checklist given'
  const begun = row.existing === null && registration.id !== null ? 'The account was made' : ''
  if (refusal) return begun ? `${begun}, then: ${refusal}` : `Refused: ${refusal}`
  return begun ? `${begun}, the rest not yet` : 'Not yet'
}

/** The one place where the temporary passwords are told. */
export const resultCsv = (entries: readonly ImportEntry[], leftOut: readonly ImportRow[]): string => {
  const rows = [
    ...entries.map((entry) => ({
      ...entry.row,
      // Of an account that is not there yet it would be no password.
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
