/**
 * Who may do what: pure functions of (caller, what the path names) to `true` or the sentence why not. The server
 * refuses with that sentence, the page greys the button with the same one (wire.md §2).
 */

/** The flags of a person, as they travel in `permissions`. */
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
export const FLAG_NAMES = Object.keys(FLAGS) as FlagName[]

/** What `of` says of each flag. */
export const eachFlag = <T>(of: (flag: FlagName) => T) =>
  Object.fromEntries(FLAG_NAMES.map((flag) => [flag, of(flag)])) as Record<FlagName, T>

/** The same for each flag: in a schema of all of them, for nobody's rights, or in a test. */
export const ofFlags = <T>(each: T) => eachFlag(() => each)

/** Which kind of token a call is opened with. A session is a person's; the others are devices and tools. */
export type TokenKind = 'session' | 'display' | 'apiKey'

/** Who is calling. `id` is the user's, the display's or the API key's. */
export interface Caller {
  readonly kind: TokenKind
  readonly id: number
  readonly isAdmin: boolean
  readonly permissions: Readonly<Record<FlagName, boolean>> & { readonly changed_password: boolean }
}

/** True, or one sentence for a person. */
export type Verdict = true | string

export interface Rule {
  /** As wire.md's column “who” has it. */
  readonly label: string
  /** Tokens that open the call at all; none: the call needs no token. Any other token is 401. */
  readonly tokens: readonly TokenKind[]
  /** `params`: what the path names, unparsed. */
  allows(caller: Caller, params: Readonly<Record<string, string>>): Verdict
  /** Lets others through as well, by what is stored of the thing that the path names: the server looks there. */
  readonly isByRecord?: true
}

const SESSION: readonly TokenKind[] = ['session']

const rule = (label: string, allows: Rule['allows'], tokens = SESSION): Rule => ({ label, tokens, allows })

/** No token at all. */
export const anyone: Rule = rule('–', () => true, [])

export const signedIn: Rule = rule('any', () => true)

export const admin: Rule = rule('admin', (caller) => caller.isAdmin || 'Only an admin may do this.')

/** An admin, or whoever the task on somebody's checklist is for. */
export const taskKeeper: Rule = {
  ...rule(
    'admin, the task’s owner',
    (caller) => caller.isAdmin || 'Only an admin may do this, or whoever the task is for.',
  ),
  isByRecord: true,
}

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** One of these flags. isAdmin implies none of them (wire.md §1). */
// So that the build leaves out the rules of calls that a page does not make.
/* @__NO_SIDE_EFFECTS__ */
export const has = (...flags: FlagName[]): Rule =>
  rule(
    flags.join(', '),
    (caller) =>
      flags.some((flag) => caller.permissions[flag]) ||
      `This needs the permission ${list(flags.map((flag) => FLAGS[flag]))}. An admin can give it under Users.`,
  )

/** The person whom the path's `id` names. */
export const self: Rule = rule(
  'self',
  (caller, params) => params.id === String(caller.id) || 'You may only do this for yourself.',
)

/** A read-only screen, by its display token. */
export const display: Rule = rule('a display', (caller) => caller.kind === 'display' || 'Only a display may do this.', [
  'display',
])

/** A tool that reports runs, by its API key. */
export const apiKey: Rule = rule('an API key', (caller) => caller.kind === 'apiKey' || 'Only an API key may do this.', [
  'apiKey',
])

/** Any of the rules; refused with the last one's sentence, so put the widest last. */
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

export const boardReader = either(has('access_onbreak', 'onbreak_admin'), display)
/** Approves the screens that show the board, and revokes them. */
export const displayKeeper = either(admin, has('onbreak_admin'))
export const moodReader = has('isCepManager', 'isCepDeptManager', 'mood_admin')
/** What spec §6 calls a manager view: an admin may ask, and reads what their own scopes reach. */
export const managerView = either(admin, moodReader)
export const moodWriter = either(admin, has('access_mood'))
/** Whoever writes or reads them. */
export const moodUser = either(admin, has('access_mood', 'isCepManager', 'isCepDeptManager', 'mood_admin'))
export const etlReader = either(admin, has('access_etl'))
