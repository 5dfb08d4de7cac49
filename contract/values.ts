/** Schemas of the values in the calls: ids, instants, dates, names and texts, each with its error message for a person. */
import * as z from 'zod/mini'

/** Highest id that an integer column holds in both databases. */
export const MAX_ID = 2_147_483_647

/** A record's `_id`: a positive integer. */
export const Id = z
  .number('A number is needed here.')
  .check(
    z.int('A whole number is needed here.'),
    z.gte(1, 'Ids begin at 1.'),
    z.lte(MAX_ID, 'This number is too large.'),
  )

const positive = (message: string) =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number, context) => {
      const text = String(value)
      const number = Number(text)
      if (/^[1-9]\d{0,9}$/.test(text) && number <= MAX_ID) return number
      context.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    }),
  )

/** An id in a path. Anything but a positive integer names no record (404). */
export const PathId = positive('There is no such thing.')
/** An id or a limit in a query string. */
export const QueryNumber = positive('A whole number above 0 is needed here.')
/** Params of a path with `:id`. */
export const IdParams = z.object({ id: PathId })

/** Returns the length of a text as a person counts it: in code points, not UTF-16 units. */
export const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A NUL byte or half a surrogate pair: the databases and JSON do not preserve them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the NUL byte is what is looked for
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whether the databases and JSON preserve the text. */
export const isStorable = (text: string) => !UNSTORABLE.test(text)

/** Any character but blanks (the Braille one included) and invisible characters, such as the zero-width space. */
const SAYS_SOMETHING = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/** Whether a text contains nothing that a person can see. */
export const isBlank = (text: string) => !SAYS_SOMETHING.test(text)

const storable = z.refine<string>(isStorable, 'This text contains a character that cannot be stored.')
/** Limits the length of a text. `abort`: a longer text ends validation, also that of the object it belongs to. */
const atMost = (max: number, label: string, { abort = false } = {}) =>
  z.refine<string>((text) => codePoints(text) <= max, {
    abort,
    // Built only when needed: formatting a number loads the browser's locale tables.
    error: () => `${label} can have at most ${max.toLocaleString('en')} characters.`,
  })

/** Free text of at most `max` characters (code points); may be empty. */
export const text = (max: number, label: string) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
    .check(storable, atMost(max, label))

/** Text that is required: blanks alone count as missing. Trimmed at both ends. */
export const requiredText = (max: number, label: string) =>
  z.string(`${label} is required.`).check(
    storable,
    z.trim(),
    z.minLength(1, `${label} is required.`),
    z.refine((value) => !isBlank(value), `${label} is required.`),
    atMost(max, label),
  )

/** Limits of wire.md §1, in characters unless the name says otherwise. */
export const LIMITS = {
  name: 150,
  title: 200,
  email: 254,
  description: 5_000,
  details: 10_000,
  versionText: 200_000,
  breakMessage: 200,
  moodText: 5_000,
  passwordMin: 8,
  passwordMaxBytes: 1_024,
} as const

export const Name = requiredText(LIMITS.name, 'Name')

const NO_EMAIL = 'This is not an email address.'

/** An e-mail address; input is always lowercased (spec §5). */
export const Email = z.string('Email is required.').check(
  storable,
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, 'Email is required.'),
  // Aborts, so that the checks below never run on a megabyte of text, which anybody may send.
  atMost(LIMITS.email, 'Email', { abort: true }),
  z.regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@".<>]+$|^[^\s@"<>]+@localhost$/, NO_EMAIL),
  // An address with an invisible character would look like somebody else's.
  z.refine<string>((email) => ![...email].some(isBlank), NO_EMAIL),
)

/** Returns the number of bytes of a text in UTF-8. */
const utf8Length = (text: string) => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** A new password, taken exactly as typed: at least 8 characters, at most 1,024 bytes. */
export const NewPassword = z.string('Password is required.').check(
  storable,
  z.refine<string>((p) => codePoints(p) >= LIMITS.passwordMin, {
    error: ({ input }) =>
      input === '' ? 'Password is required.' : `A password needs at least ${LIMITS.passwordMin} characters.`,
  }),
  z.refine<string>((p) => utf8Length(p) <= LIMITS.passwordMaxBytes, 'This password is too long.'),
)

/** A new password, or `''` to keep the present one. */
export const NewPasswordOrNone = z.union([z.literal(''), NewPassword])

/** An instant in an answer: ISO 8601 UTC with milliseconds. */
export const Instant = z
  .string('A time is needed here.')
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'This is not a time.'))

/** An instant in a request: any ISO 8601 date-time with a zone, normalised to UTC with milliseconds. */
export const InstantIn = z.pipe(
  z.iso.datetime({ offset: true, error: 'This is not a time.' }),
  z.transform((value: string, context) => {
    const at = new Date(value)
    // The zone offset may move the instant out of the years with four digits.
    if (!Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString())) return at.toISOString()
    context.issues.push({ code: 'custom', message: 'This is not a time.', input: value })
    return z.NEVER
  }),
)

/** A day of the company's calendar, `YYYY-MM-DD`. */
export const Day = z.iso.date('This is not a date.')

/** A department by name, `''` for none: the value of every `empType` and `dept` (wire.md §1). */
export const DepartmentName = text(LIMITS.name, 'Department')

/** Fewest people that a figure may be about: one about fewer would reveal what single persons said. */
export const MIN_PEOPLE = 5

/** Reserved names, never ordinary departments (wire.md §4): `Everyone` is all departments, `deactivated` a user's state. */
export const EVERYONE = 'Everyone'
export const DEACTIVATED = 'deactivated'

/**
 * Answer field for a request with a Base-Rev: `isChanged: false` means that the record was already as requested, so nothing
 * was written. The answer's `rev` may then be that of somebody else's later change, so the page must not use it as the
 * Base-Rev of this person's next change.
 */
export const UNCHANGED = { isChanged: z.optional(z.literal(false)) } as const

/** A text in an answer. Where our server sends `''`, another one may send null or leave the field out. */
export const TextOrNone = z.pipe(
  z.pipe(
    z.nullish(z.string()),
    z.transform((value: string | null | undefined) => value ?? ''),
  ),
  z.string(),
)

/** A field of an answer that is null on our server, and that another server may leave out. */
export const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null)

/** An instant in an answer, null for none. Another server may send a text that is no time, which counts as none. */
export const InstantOrNone = z.pipe(
  z.pipe(
    z.nullish(z.string()),
    z.transform((value: string | null | undefined) => (value && !Number.isNaN(Date.parse(value)) ? value : null)),
  ),
  z.nullable(z.string()),
)

/** A record's revision, which grows with each change. Other servers may not send one. */
export const Rev = z.optional(z.number())

/** Planned length of a break, in minutes: at most a day. */
export const PlannedMinutes = z
  .number('Planned minutes must be a whole number.')
  .check(
    z.int('Planned minutes must be a whole number.'),
    z.gte(1, 'Planned minutes begin at 1.'),
    z.lte(1_440, 'Planned minutes can be at most 1,440, which is a day.'),
  )

/** A boolean in a request. */
export const Flag = z.boolean('Yes or no is needed here.')
