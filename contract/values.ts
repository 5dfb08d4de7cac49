/** The values that both sides speak in: ids, instants, dates, names and texts, each with the sentence for a person. */
import * as z from 'zod/mini'

/** Highest id that both databases hold in an integer column. */
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

/** An id as it stands in a path. Anything that is no positive integer names nothing (404). */
export const PathId = positive('There is no such thing.')
/** An id, or how many there may be, as it stands behind the `?`. */
export const QueryNumber = positive('A whole number above 0 is needed here.')
export const IdParams = z.object({ id: PathId })

/** How long a text is to a person: code points, not UTF-16 units. */
export const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A NUL byte, or half a surrogate pair: neither database nor JSON carries them faithfully. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the NUL byte is what is looked for
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

export const isStorable = (text: string) => !UNSTORABLE.test(text)

/** Blanks, the one of Braille too, and characters that nobody sees, as the zero-width space, say nothing. */
const SAYS_SOMETHING = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/** Whether there is nothing in it that a person can see. */
export const isBlank = (text: string) => !SAYS_SOMETHING.test(text)

const storable = z.refine<string>(isStorable, 'This text contains a character that cannot be stored.')
/** `abort`: of one that is longer nothing else is said, nor of what it is a part of. */
const atMost = (max: number, label: string, { abort = false } = {}) =>
  z.refine<string>((text) => codePoints(text) <= max, {
    abort,
    // Put into words only when somebody needs them: writing a number for people loads the browser's table of languages.
    error: () => `${label} can have at most ${max.toLocaleString('en')} characters.`,
  })

/** Free text up to `max` characters (code points); may be empty. */
export const text = (max: number, label: string) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required' : 'must be text'}.` })
    .check(storable, atMost(max, label))

/** Text that must say something: blanks alone are missing. Trimmed at both ends. */
export const requiredText = (max: number, label: string) =>
  z.string(`${label} is required.`).check(
    storable,
    z.trim(),
    z.minLength(1, `${label} is required.`),
    z.refine((value) => !isBlank(value), `${label} is required.`),
    atMost(max, label),
  )

/** Limits of wire.md §1, in characters unless named otherwise. */
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

/** An e-mail address, lowercased wherever it comes in (spec §5). */
export const Email = z.string('Email is required.').check(
  storable,
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, 'Email is required.'),
  // A megabyte is looked at no further: anybody may send one, and each look takes its time.
  atMost(LIMITS.email, 'Email', { abort: true }),
  z.regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@".<>]+$|^[^\s@"<>]+@localhost$/, NO_EMAIL),
  // It would look like somebody else's.
  z.refine<string>((email) => ![...email].some(isBlank), NO_EMAIL),
)

/** Bytes of a text in UTF-8. */
const utf8Length = (text: string) => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** A password being set: exactly as typed, 8 characters to 1,024 bytes. */
export const NewPassword = z.string('Password is required.').check(
  storable,
  z.refine<string>((p) => codePoints(p) >= LIMITS.passwordMin, {
    error: ({ input }) =>
      input === '' ? 'Password is required.' : `A password needs at least ${LIMITS.passwordMin} characters.`,
  }),
  z.refine<string>((p) => utf8Length(p) <= LIMITS.passwordMaxBytes, 'This password is too long.'),
)

/** A password being set, or `''` to leave it as it is. */
export const NewPasswordOrNone = z.union([z.literal(''), NewPassword])

/** An instant on the wire: ISO 8601 UTC with milliseconds. */
export const Instant = z
  .string('A time is needed here.')
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'This is not a time.'))

/** An instant coming in: any ISO 8601 date-time with a zone, normalised to UTC with milliseconds. */
export const InstantIn = z.pipe(
  z.iso.datetime({ offset: true, error: 'This is not a time.' }),
  z.transform((value: string, context) => {
    const at = new Date(value)
    // A zone may lead out of the years that are written in four digits.
    if (!Number.isNaN(at.getTime()) && /^\d{4}-/.test(at.toISOString())) return at.toISOString()
    context.issues.push({ code: 'custom', message: 'This is not a time.', input: value })
    return z.NEVER
  }),
)

/** A day of the company's calendar, `YYYY-MM-DD`. */
export const Day = z.iso.date('This is not a date.')

/** A department by its name, `''` for none: what travels in every `empType` and `dept` (wire.md §1). */
export const DepartmentName = text(LIMITS.name, 'Department')

/** A figure about fewer people than this would be a figure about persons. */
export const FEWEST_PEOPLE = 5

/** Names that mean something of their own and are never an ordinary department (wire.md §4). */
export const EVERYONE = 'Everyone'
export const DEACTIVATED = 'deactivated'

/**
 * Told to whoever said a Base-Rev: nothing was changed, as it was so already. `rev` may be somebody else's change, made later:
 * the page must not use it as the Base-Rev of what this person did next.
 */
export const UNCHANGED = { isChanged: z.optional(z.literal(false)) } as const

/** A text of an answer. Where ours has `''` another server may have null, or nothing at all. */
export const TextOrNone = z.pipe(
  z.pipe(
    z.nullish(z.string()),
    z.transform((value: string | null | undefined) => value ?? ''),
  ),
  z.string(),
)

/** Of an answer: what another server leaves out where ours has null. */
export const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null)

/** A record's revision: grows with each change. Other servers may not send one. */
export const Rev = z.optional(z.number())

/** How long a break of some type is meant to last, in minutes: up to a day. */
export const PlannedMinutes = z
  .number('Planned minutes must be a whole number.')
  .check(
    z.int('Planned minutes must be a whole number.'),
    z.gte(1, 'Planned minutes begin at 1.'),
    z.lte(1_440, 'Planned minutes can be at most 1,440, which is a day.'),
  )

export const Flag = z.boolean('Yes or no is needed here.')
