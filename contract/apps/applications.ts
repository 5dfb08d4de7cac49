/** The catalogue of applications: wire.md “Applications”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, IdParams, LIMITS, MAX_ID, Name, orNull, TextOrNone, text } from '../values.ts'
import { admin, anyone, type FlagName, signedIn } from '../who.ts'

export const Application = z.object({
  _id: Id,
  name: z.string(),
  /** The application opens at `/app/{urlslug}`. */
  urlslug: TextOrNone,
  /** A path that the server serves, or `''`. */
  image: TextOrNone,
  category: TextOrNone,
  description: TextOrNone,
  /** 1 to 8 for the built-in applications, null for one that an admin made. */
  hardId: orNull(z.number()),
})
export type Application = z.infer<typeof Application>

/** The hardIds of applications that the server renders: they open by a full page load (spec §2 Home). */
export const FULL_PAGE_HARD_IDS: readonly (number | null)[] = [6, 7]

/**
 * The built-in applications by hardId: the slug, and the flag whose holders see the application besides admins; null:
 * admins only (wire.md “Applications”).
 */
export const BUILT_IN: Readonly<Record<number, { urlslug: string; flag: FlagName | null }>> = {
  1: { urlslug: 'onbreak', flag: 'access_onbreak' },
  2: { urlslug: 'mood-report', flag: 'access_mood' },
  3: { urlslug: 'etl', flag: 'access_etl' },
  4: { urlslug: 'onboarding', flag: null },
  5: { urlslug: 'reporting', flag: 'access_reporting' },
  6: { urlslug: 'api-docs', flag: null },
  7: { urlslug: 'server-status', flag: null },
  8: { urlslug: 'vid', flag: 'isCEP' },
}

/**
 * A page number, however large: a page past the end returns the last one (wire.md “Applications”). An empty value, as in
 * the spec's address, means the first page.
 */
const Page = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number, context) => {
    if (value === '') return 1
    if (/^[1-9]\d*$/.test(String(value))) return Math.min(Number(value), MAX_ID)
    context.issues.push({ code: 'custom', message: 'The page must be a positive whole number.', input: value })
    return z.NEVER
  }),
)

export const listApplications = call({
  method: 'GET',
  path: '/api/applications/',
  summary: 'The applications that the caller may see, by name, 24 a page',
  who: signedIn,
  query: z.object({ keyword: z.optional(text(LIMITS.name, 'Keyword')), page: z.optional(Page) }),
  answer: z.object({ applications: z.array(Application), page: z.number(), pages: z.number() }),
  cached: true,
  etag: true,
})

export const getApplication = call({
  method: 'GET',
  path: '/api/applications/:id',
  summary: 'One application',
  who: anyone,
  params: IdParams,
  answer: Application,
})

export const createApplication = call({
  method: 'POST',
  path: '/api/applications/create/',
  summary: 'Create an empty application',
  who: admin,
  answer: Application,
  status: 201,
})

export const updateApplication = call({
  method: 'PUT',
  path: '/api/applications/update/:id/',
  summary: 'Change an application',
  who: admin,
  params: IdParams,
  body: z.strictObject({
    _id: z.optional(Id),
    name: Name,
    urlslug: z
      .string('URL Slug is required.')
      .check(z.regex(/^[a-z0-9-]{1,60}$/, 'A slug is 1 to 60 small letters, digits or hyphens.')),
    image: text(LIMITS.title, 'Image'),
    category: text(LIMITS.name, 'Category'),
    description: text(LIMITS.description, 'Description'),
  }),
  answer: Application,
  refuses: [409],
})

/** Largest image file, in bytes. */
export const MAX_IMAGE_BYTES = 5_242_880
export const IMAGE_TOO_LARGE = 'The file is larger than 5 MB.'

export const uploadApplicationImage = call({
  method: 'POST',
  path: '/api/applications/upload/',
  summary: 'Store an image for an application and return its path',
  who: admin,
  body: 'form',
  answer: z.string(),
  refuses: [404],
  bodyLimit: 6_291_456,
})

export const deleteApplication = call({
  method: 'DELETE',
  path: '/api/applications/delete/:id/',
  summary: 'Delete an application',
  who: admin,
  params: IdParams,
  answer: null,
  status: 204,
  refuses: [409],
})

const MOST_PINS = 24
export const TOO_MANY_PINS = `At most ${MOST_PINS} apps can be pinned.`

/** A list longer than this is refused at once, whatever would be left of it after merging. */
const Pins = z.array(Id).check(z.maxLength(2 * MOST_PINS, TOO_MANY_PINS))

/**
 * `applications`: the wanted ids, in order. `base`: the list that the person saw before the change. With a `base`, only
 * what the person added or removed is changed, and changes made elsewhere in the meantime stay.
 */
const PinsChange = z.strictObject({ applications: Pins, base: z.optional(Pins) }).check(
  z.refine(({ applications, base }) => base !== undefined || !areTooManyPins(applications), {
    path: ['applications'],
    error: TOO_MANY_PINS,
  }),
)
export type PinsChange = z.infer<typeof PinsChange>

/** Whether these are more pins than a person can have. */
export const areTooManyPins = (pins: readonly number[]): boolean => new Set(pins).size > MOST_PINS

/** Merges a change into the stored pins: the change's order comes first, pins added elsewhere follow. */
export function pinsAfter(stored: readonly number[], { applications, base }: PinsChange): number[] {
  if (!base) return [...new Set(applications)]
  const wanted = applications.filter((id) => stored.includes(id) || !base.includes(id))
  const others = stored.filter((id) => !base.includes(id))
  return [...new Set([...wanted, ...others])]
}

export const listPins = call({
  method: 'GET',
  path: '/api/applications/pins/',
  summary: 'The caller’s pinned applications, in their order',
  who: signedIn,
  answer: z.array(Id),
  cached: true,
  ours: true,
})

export const setPins = call({
  method: 'PUT',
  path: '/api/applications/pins/',
  summary: 'Pin these applications, in this order, and no others; with `base`, what was changed against that list',
  who: signedIn,
  body: PinsChange,
  answer: z.array(Id),
  refuses: [409],
  queues: 'pins.set',
  ours: true,
})
