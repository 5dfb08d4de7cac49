/** What the portal tells a person who is not looking at it: their devices, and of what they want to hear. All ours. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Flag, Id, IdParams, Instant, requiredText } from '../values.ts'
import { etlReader, has, moodWriter, type Rule, signedIn } from '../who.ts'
import { LONGEST_NAME } from './etl.ts'

/** Devices of one person that may be told of something. */
export const MOST_DEVICES = 10
export const MOST_SOURCES = 500
const LONGEST_ADDRESS = 1_000
/** Long enough to name a browser and a system, too short to keep a text in. */
const LONGEST_DEVICE_NAME = 60

/** The kinds: what each is called, and who it is for. */
export const KINDS = {
  breakOver: { label: 'My break ran over its planned length', who: has('access_onbreak') },
  moodDue: { label: 'Mood report due', who: moodWriter },
  tasks: { label: 'Tasks of mine', who: signedIn },
  etlFailures: { label: 'ETL failures', who: etlReader },
} as const satisfies Readonly<Record<string, { label: string; who: Rule }>>
export type Kind = keyof typeof KINDS

/** What the browser gave this device: 65 bytes of a public key and 16 of a secret, in base64url. */
const Keys = z.strictObject({
  p256dh: z.string('A key is needed here.').check(z.regex(/^B[A-Za-z0-9_-]{86}$/, 'This is no public key.')),
  auth: z.string('A key is needed here.').check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'This is no secret of a device.')),
})

export const PushDevice = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  /** When it was last told of something; null: never. */
  lastSentAt: z.nullable(Instant),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
  /**
   * Its session has run out: it is told nothing until its person signs in there and turns it on again. It stays on the
   * list for 90 days, so that they hear of it; whoever signs out there takes it off the list.
   */
  isSignedOut: z.catch(z.boolean(), false),
})
export type PushDevice = z.infer<typeof PushDevice>

const Wanted = z.object({
  breakOver: z.boolean(),
  moodDue: z.boolean(),
  tasks: z.boolean(),
  /** Data sources by name, in their order; none: not wanted. */
  etlSources: z.array(z.string()),
})
export type Wanted = z.infer<typeof Wanted>

export const getNotifications = call({
  method: 'GET',
  path: '/api/notifications/',
  summary: 'Of what the caller wants to hear, on which devices, and the key to subscribe with',
  who: signedIn,
  answer: z.object({ publicKey: z.string(), wanted: Wanted, devices: z.array(PushDevice) }),
  ours: true,
})

/** The caller's session is the device: said again, it changes; it is told things as long as that lasts. */
export const subscribe = call({
  method: 'POST',
  path: '/api/notifications/devices/',
  summary: 'Tell this device of things',
  who: signedIn,
  body: z.strictObject({
    endpoint: requiredText(LONGEST_ADDRESS, 'The address'),
    keys: Keys,
    name: requiredText(LONGEST_DEVICE_NAME, 'The device’s name'),
  }),
  answer: PushDevice,
  status: 201,
  ours: true,
})

export const unsubscribe = call({
  method: 'DELETE',
  path: '/api/notifications/devices/:id/',
  summary: 'Tell a device of the caller nothing more',
  who: signedIn,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

export const setWanted = call({
  method: 'PUT',
  path: '/api/notifications/wanted/',
  summary: 'Choose of what to hear',
  who: signedIn,
  body: z.strictObject({
    breakOver: Flag,
    moodDue: Flag,
    tasks: Flag,
    etlSources: z
      .array(requiredText(LONGEST_NAME, 'A data source'))
      .check(z.maxLength(MOST_SOURCES, `At most ${MOST_SOURCES} data sources can be chosen.`)),
  }),
  answer: Wanted,
  ours: true,
})

export const sendTest = call({
  method: 'POST',
  path: '/api/notifications/test/',
  summary: 'Send a notification to the device that asks',
  who: signedIn,
  answer: null,
  status: 204,
  refuses: [410],
  ours: true,
})
