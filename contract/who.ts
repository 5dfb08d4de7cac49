/**
 * Permission rules: pure functions from the caller and the path's params to `true`, or to a sentence that says why not. The
 * server refuses with that sentence, and the page shows the same one on the disabled button (wire.md §2).
 */
import { keysOf, recordOf } from './records.ts'

/** The permission flags of a person, by their name in `permissions`, with the label that people see. */
export const FLAGS = {
  access_onbreak: 'Access On-Break',
  onbreak_admin: 'Admin On-Break',
  access_mood: 'Access Mood Report',
  mood_admin: 'Admin Mood Report',
  access_etl: 'Access ETL Viewer',
  access_reporting: 'Access Reporting',
  isCEP: 'Employee',
  isCepManager: 'Manager',
  isCepDeptManager: 'Department Manager',
} as const
export type FlagName = keyof typeof FLAGS
export const FLAG_NAMES = keysOf(FLAGS)

/** Returns a record with the value that `of` gives each flag. */
export const eachFlag = <T>(of: (flag: FlagName) => T) => recordOf(FLAG_NAMES, of)

/** Returns a record with the same value for each flag: for a schema of all flags, for no rights at all, or for a test. */
export const ofFlags = <T>(each: T) => eachFlag(() => each)

/** Kind of token that a request carries. A session belongs to a person; the others to devices and tools. */
export type TokenKind = 'session' | 'display' | 'apiKey'

/** Who makes a request. `id` is that of the user, the display or the API key. */
export interface Caller {
  readonly kind: TokenKind
  readonly id: number
  readonly isAdmin: boolean
  readonly permissions: Readonly<Record<FlagName, boolean>> & { readonly changed_password: boolean }
}

/** True if allowed, otherwise one sentence for a person that says why not. */
export type Verdict = true | string

/** Decides who may make a call. */
export interface Rule {
  /** The rule's text in the column “who” of wire.md. */
  readonly label: string
  /** Kinds of token that the call accepts; any other token gets 401. Empty: the call needs no token. */
  readonly tokens: readonly TokenKind[]
  /** Judges a caller. `params`: the values in the path, unparsed. */
  allows(caller: Caller, params: Readonly<Record<string, string>>): Verdict
  /** Others may be allowed as well, depending on the stored record that the path names; the server looks it up. */
  readonly isByRecord?: true
}

const SESSION: readonly TokenKind[] = ['session']

const rule = (label: string, allows: Rule['allows'], tokens = SESSION): Rule => ({ label, tokens, allows })

/** Everyone, without a token. */
export const anyone: Rule = rule('–', () => true, [])

/** Every signed-in person. */
export const signedIn: Rule = rule('any', () => true)

export const admin: Rule = rule('admin', (caller) => caller.isAdmin || 'Only an admin may do this.')

/** An admin, or the person whose job the task on a checklist is. */
export const taskAssignee: Rule = {
  ...rule(
    'admin, the task’s owner',
    (caller) => caller.isAdmin || 'Only an admin may do this, or whoever the task is for.',
  ),
  isByRecord: true,
}

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** A person with at least one of these flags. isAdmin implies none of them (wire.md §1). */
// Marked as pure, so that the build drops the rules of calls that a page does not make.
/* @__NO_SIDE_EFFECTS__ */
export const has = (...flags: FlagName[]): Rule =>
  rule(
    flags.join(', '),
    (caller) =>
      flags.some((flag) => caller.permissions[flag]) ||
      `This needs the permission ${list(flags.map((flag) => FLAGS[flag]))}. An admin can give it under Users.`,
  )

/** The person whose id is the path's `id`. */
export const self: Rule = rule(
  'self',
  (caller, params) => params.id === String(caller.id) || 'You may only do this for yourself.',
)

/** A read-only screen, identified by its display token. */
const display: Rule = rule('a display', (caller) => caller.kind === 'display' || 'Only a display may do this.', [
  'display',
])

/** A tool that reports runs, identified by its API key. */
export const apiKey: Rule = rule('an API key', (caller) => caller.kind === 'apiKey' || 'Only an API key may do this.', [
  'apiKey',
])

/** Allows what any of the rules allows. Refuses with the sentence of the last rule, so put the widest one last. */
/* @__NO_SIDE_EFFECTS__ */
export const either = (...rules: readonly Rule[]): Rule =>
  rule(
    rules.map((each) => each.label).join(', '),
    (caller, params) => {
      let verdict: Verdict = 'You may not do this.'
      for (const each of rules) {
        if (!each.tokens.includes(caller.kind)) continue
        verdict = each.allows(caller, params)
        if (verdict === true) return true
      }
      return verdict
    },
    [...new Set(rules.flatMap((each) => each.tokens))],
  )

/** Takes part in the board: has a status of their own. */
export const boardParticipant = has('access_onbreak')
/** May set everybody's status, and the break types. */
export const boardAdmin = has('onbreak_admin')
/** Every person who uses the board. */
export const boardMember = has('access_onbreak', 'onbreak_admin')
/** Everyone who sees the board: people, and displays. */
export const boardReader = either(boardMember, display)
/** May approve and revoke the screens that show the board. */
export const displayAdmin = either(admin, boardAdmin)
/** Everyone who has a scope of mood reports. */
export const moodReader = has('isCepManager', 'isCepDeptManager', 'mood_admin')
/** A manager view as in spec §6. An admin may make the call too, but reads only what their own scopes cover. */
export const managerView = either(admin, moodReader)
export const moodWriter = either(admin, has('access_mood'))
/** Everyone who writes or reads mood reports. */
export const moodUser = either(admin, has('access_mood', 'isCepManager', 'isCepDeptManager', 'mood_admin'))
export const etlReader = either(admin, has('access_etl'))
export const reportReader = has('access_reporting')
export const videoWatcher = either(admin, has('isCEP'))
