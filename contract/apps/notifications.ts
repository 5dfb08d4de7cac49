/** Push notifications: a person's devices, and the kinds of notification that the person has chosen. All ours. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Flag, Id, IdParams, Instant, requiredText } from '../values.ts'
import { boardParticipant, etlReader, moodWriter, type Rule, signedIn } from '../who.ts'
import { MAX_ETL_NAME_LENGTH } from './etl.ts'

/** Most devices of one person that may get notifications. */
export const MAX_DEVICES = 10
/** Most data sources whose failures one person may choose. */
export const MAX_CHOSEN_SOURCES = 500
const LONGEST_ADDRESS = 1_000
/** Long enough to name a browser and a system, too short to store other text in. */
const LONGEST_DEVICE_NAME = 60

/** The kinds of notification: the label of each, and who may get it. */
export const KINDS = {
  breakOver: { label: 'My break ran over its planned length', who: boardParticipant },
  moodDue: { label: 'Mood report due', who: moodWriter },
  tasks: { label: 'Tasks of mine', who: signedIn },
  etlFailures: { label: 'ETL failures', who: etlReader },
} as const satisfies Readonly<Record<string, { label: string; who: Rule }>>
export type Kind = keyof typeof KINDS

/** The keys of the browser's push subscription: a public key of 65 bytes and a secret of 16, in base64url. */
const Keys = z.strictObject({
  p256dh: z.string('A key is needed here.').check(z.regex(/^B[A-Za-z0-9_-]{86}$/, 'This is not a public key.')),
  auth: z.string('A key is needed here.').check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'This is not a device’s secret.')),
})

export const PushDevice = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Instant,
  /** When the device last got a notification; null: never. */
  lastSentAt: z.nullable(Instant),
  /** Whether this is the device that makes the request. */
  isThis: z.boolean(),
  /**
   * Whether the device's session has expired. Such a device gets no notifications until its person signs in there and
   * turns them on again. It stays on the list for 90 days, so that the person learns of it; signing out removes it.
   */
  isSignedOut: z.catch(z.boolean(), false),
})
export type PushDevice = z.infer<typeof PushDevice>

const Wanted = z.object({
  breakOver: z.boolean(),
  moodDue: z.boolean(),
  tasks: z.boolean(),
  /** Names of the data sources whose failures are wanted, sorted; empty: none. */
  etlSources: z.array(z.string()),
})
export type Wanted = z.infer<typeof Wanted>

export const getNotifications = call({
  method: 'GET',
  path: '/api/notifications/',
  summary: 'What the caller is notified about, on which devices, and the key to subscribe with',
  who: signedIn,
  answer: z.object({ publicKey: z.string(), wanted: Wanted, devices: z.array(PushDevice) }),
  ours: true,
})

/**
 * The caller's session identifies the device: a repeated call replaces its subscription, and it gets notifications for as
 * long as the session lasts.
 */
export const subscribe = call({
  method: 'POST',
  path: '/api/notifications/devices/',
  summary: 'Subscribe this device',
  who: signedIn,
  body: z.strictObject({
    endpoint: requiredText(LONGEST_ADDRESS, 'The address'),
    keys: Keys,
    name: requiredText(LONGEST_DEVICE_NAME, 'The device’s name'),
  }),
  answer: PushDevice,
  status: 201,
  refuses: [409],
  ours: true,
})

export const unsubscribe = call({
  method: 'DELETE',
  path: '/api/notifications/devices/:id/',
  summary: 'Remove one of the caller’s devices',
  who: signedIn,
  params: IdParams,
  answer: null,
  status: 204,
  ours: true,
})

export const setWanted = call({
  method: 'PUT',
  path: '/api/notifications/wanted/',
  summary: 'Choose what to be notified about',
  who: signedIn,
  body: z.strictObject({
    breakOver: Flag,
    moodDue: Flag,
    tasks: Flag,
    etlSources: z
      .array(requiredText(MAX_ETL_NAME_LENGTH, 'A data source'))
      .check(z.maxLength(MAX_CHOSEN_SOURCES, `At most ${MAX_CHOSEN_SOURCES} data sources can be chosen.`)),
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
  refuses: [409, 410],
  ours: true,
})
