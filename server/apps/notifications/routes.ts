/** The calls of the notifications. */
import * as calls from '#contract/apps/notifications.ts'
import { forbidden, Problem, tooMany } from '../../http/problem.ts'
import { type Route, route } from '../../http/route.ts'
import { refuseAddress, refuseKey } from './address.ts'
import { type PushMessage, type PushOutcome, push } from './push.ts'
import {
  claimTest,
  forgetDevice,
  getChoices,
  listDevices,
  noteSent,
  putDevice,
  removeDevice,
  setChoices,
} from './store.ts'
import { vapidKeys } from './vapid.ts'

/** Shortest time between two tests of one device. */
const TEST_EVERY_MS = 5_000
const TEST_TTL_S = 60

const TEST: PushMessage = {
  title: 'Notifications work',
  body: 'This is the test you asked for.',
  tag: 'test',
  url: '/profile',
}

const ENDED = 'This device’s notifications have ended. Turn them on again.'
const NO_SERVICE = 'This browser’s notification service does not answer right now. Please try again later.'
const REFUSED = 'This browser’s notification service refused the notification. Turn notifications off and on again.'

function refuseUnsent({ is }: PushOutcome): void {
  if (is === 'gone') throw new Problem(410, ENDED)
  if (is === 'again') throw new Problem(503, NO_SERVICE)
  if (is === 'refused') throw new Problem(409, REFUSED)
}

export const notificationsRoutes: readonly Route[] = [
  route(calls.getNotifications, async ({ db, caller, now }) => ({
    publicKey: (await vapidKeys(db)).publicKey,
    wanted: await getChoices(db, caller.id),
    devices: await listDevices(db, { id: caller.id, sessionId: caller.sessionId }, now),
  })),

  route(calls.subscribe, async ({ db, caller, body: { endpoint, keys, name }, deps, now }) => {
    refuseAddress(endpoint, deps.config.pushAnywhere)
    refuseKey(keys.p256dh)
    return putDevice(db, { id: caller.id, sessionId: caller.sessionId }, { endpoint, ...keys, name }, now)
  }),

  route(calls.unsubscribe, ({ db, caller, params }) => removeDevice(db, params.id, caller.id)),

  route(calls.setWanted, ({ db, caller, body, now }) => {
    const verdict = body.etlSources.length === 0 || calls.KINDS.etlFailures.who.allows(caller, {})
    if (verdict !== true) throw forbidden(verdict)
    return setChoices(db, caller.id, body, now)
  }),

  route(calls.sendTest, {
    /** Runs before the transaction, which must not wait for a push service. */
    prepare: async ({ db, deps, caller, now }) => {
      const device = await claimTest(db, caller.sessionId, now, TEST_EVERY_MS)
      if (!device) throw tooMany('Please wait a moment between two tests.', TEST_EVERY_MS / 1000)
      const outcome = await push({ ...deps, db }, device, TEST, { urgency: 'high', ttl: TEST_TTL_S })
      if (outcome.is === 'gone') await forgetDevice(db, device.id)
      refuseUnsent(outcome)
      return device.id
    },
    run: ({ db, now }, id) => noteSent(db, id, now),
  }),
]
