/** Who is notified of what, on which devices: the calls, and the notifications that they send at once. */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { logout, updateProfile } from '#contract/apps/accounts.ts'
import * as calls from '#contract/apps/notifications.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { startPushService } from '#tests/push-service.ts'
import { createSession } from '../../http/sessions.ts'
import { recipientsOf } from '../../notifications/queue.ts'
import { purge } from '../../purge.ts'
import { isPublic, lookUpBy, lookUpPublic, refuseAddress } from './address.ts'

const NOW = '2026-03-05T12:00:00.000Z'
const NOTHING = { breakOver: false, moodDue: false, tasks: false, etlSources: [] }

let service: Awaited<ReturnType<typeof startPushService>>
let portal: Portal
let ann: TestUser
beforeEach(async () => {
  service = await startPushService()
  portal = await openPortal({ config: { pushAnywhere: true, pushSubject: 'mailto:it@example.com' } })
  portal.setNow(NOW)
  ann = await portal.addUser({ name: 'Ann', flags: { access_etl: true } })
})
afterEach(async () => {
  await portal.close()
  await service.stop()
})

const read = async (as = ann.token) => (await portal.call(calls.getNotifications, { as })).body
const subscribe = (name: string, as = ann.token) => portal.call(calls.subscribe, { as, body: service.device(name) })
const names = async (as = ann.token) => (await read(as)).devices.map(({ name }: calls.PushDevice) => name)
const anotherSession = () => createSession(portal.deps.db, ann.id, portal.deps.clock())

describe('devices', () => {
  test('a session has one device: subscribing again changes it', async () => {
    expect((await read()).devices).toEqual([])
    const { status, body } = await subscribe('phone')
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.any(Number),
      name: 'phone',
      createdAt: NOW,
      lastSentAt: null,
      isThis: true,
      isSignedOut: false,
    })
    expect(JSON.stringify(body)).not.toContain(service.origin)
    await subscribe('phone anew')
    const other = await anotherSession()
    await subscribe('laptop', other)
    expect((await read()).devices).toMatchObject([
      { name: 'phone anew', isThis: true },
      { name: 'laptop', isThis: false },
    ])
    expect(await names(other)).toEqual(['laptop', 'phone anew'])
  })

  test('a browser belongs to the last person who subscribed in it', async () => {
    const bob = await portal.addUser()
    const body = service.device('shared')
    await portal.call(calls.subscribe, { as: ann.token, body })
    await portal.call(calls.subscribe, { as: bob.token, body })
    expect([await names(), await names(bob.token)]).toEqual([[], ['shared']])
  })

  test('can be removed only by their owner; others get 404', async () => {
    const { body } = await subscribe('phone')
    const bob = await portal.addUser()
    const remove = (as: string) => portal.call(calls.unsubscribe, { as, params: { id: body._id } })
    expect((await remove(bob.token)).status).toBe(404)
    expect((await remove(ann.token)).status).toBe(204)
    expect((await remove(ann.token)).status).toBe(404)
    expect(await names()).toEqual([])
  })

  test('are limited to ten per person; the next one gets 409', async () => {
    for (let count = 0; count < calls.MAX_DEVICES; count++)
      expect((await subscribe(`device ${count}`, await anotherSession())).status).toBe(201)
    const eleventh = await subscribe('one more')
    expect([eleventh.status, eleventh.body.detail]).toEqual([409, expect.stringContaining('Remove one')])
    expect(await names()).toHaveLength(calls.MAX_DEVICES)
  })

  test('are deleted by sign-out, and by a new password in all other sessions', async () => {
    const [left, revoked] = [await anotherSession(), await anotherSession()]
    await subscribe('left', left)
    await subscribe('revoked', revoked)
    await subscribe('here')
    await portal.call(logout, { as: left })
    expect(await names()).toEqual(['here', 'revoked'])
    const { id, name, email } = ann
    await portal.call(updateProfile, { as: ann.token, body: { id, name, email, password: 'another password' } })
    expect(await names()).toEqual(['here'])
    expect(await portal.deps.db.selectFrom('push_device').select('name').execute()).toEqual([{ name: 'here' }])
  })

  describe('whose session has expired', () => {
    const day = (count: number) => new Date(Date.parse(NOW) + count * 86_400_000).toISOString()
    /** Signs in after so many days; the purge has run by then. */
    const signedInOn = async (count: number) => {
      portal.setNow(day(count))
      await purge(portal.deps, day(count))
      return anotherSession()
    }

    test('stay listed as signed out for 90 days and receive nothing', async () => {
      await subscribe('phone')
      await portal.call(calls.setWanted, { as: ann.token, body: { ...NOTHING, tasks: true } })
      const early = await signedInOn(13)
      expect((await read(early)).devices).toMatchObject([{ name: 'phone', isThis: false, isSignedOut: false }])
      expect(await recipientsOf(portal.deps.db, 'tasks', day(13))).toHaveLength(1)
      const late = await signedInOn(14)
      expect((await read(late)).devices).toMatchObject([{ name: 'phone', isThis: false, isSignedOut: true }])
      expect((await portal.call(calls.getNotifications, { as: ann.token })).status).toBe(401)
      expect(await recipientsOf(portal.deps.db, 'tasks', day(14))).toEqual([])
      expect(await names(await signedInOn(103))).toEqual(['phone'])
      expect(await names(await signedInOn(104))).toEqual([])
      await signedInOn(104)
      const sessions = portal.deps.db.selectFrom('session').select('id')
      expect(await sessions.where('created_at', '=', NOW).execute()).toEqual([])
    })

    test('are replaced by a new device of the same name, and by any other once there are ten', async () => {
      await subscribe('old 1')
      for (let count = 2; count <= calls.MAX_DEVICES; count++) await subscribe(`old ${count}`, await anotherSession())
      const [phone, desk] = [await signedInOn(20), await anotherSession()]
      expect((await subscribe('old 3', phone)).status).toBe(201)
      expect((await read(phone)).devices.slice(0, 2)).toMatchObject([
        { name: 'old 3', isThis: true, isSignedOut: false },
        { name: 'old 10', isThis: false, isSignedOut: true },
      ])
      expect((await subscribe('desk', desk)).status).toBe(201)
      expect(await names(desk)).toEqual(['desk', 'old 3', ...[10, 9, 8, 7, 6, 5, 4, 2].map((count) => `old ${count}`)])
    })
  })

  test.each([
    ['a short key', { keys: { p256dh: 'BAAA', auth: 'a-secret-of-16-bytes-A' } }, 'keys'],
    ['a key that is no point', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'a-secret-of-16-bytes-A' } }, 'keys'],
    ['a short secret', { keys: { p256dh: '', auth: 'short' } }, 'keys'],
    ['no address', { endpoint: 'nowhere' }, 'endpoint'],
    ['an address with a password', { endpoint: 'https://u:p@push.example.com/' }, 'endpoint'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
  ])('with %s are refused with 400, naming the field', async (_, over, field) => {
    const { status, body } = await portal.call(calls.subscribe, {
      as: ann.token,
      body: { ...service.device('phone'), ...over },
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toContain(field)
  })
})

describe('the address of a push service', () => {
  test.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.0.0.8/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://push.localhost/x',
    'https://printer/x',
    'https://printer.local/x',
    'https://db.internal/x',
    'https://push.example.com:8443/x',
    'ftp://push.example.com/x',
    'https://',
    '',
  ])('is refused if it is "%s"', (endpoint) => expect(() => refuseAddress(endpoint, false)).toThrow())

  test.each(['https://fcm.googleapis.com/fcm/send/x', 'https://web.push.apple.com/x', 'https://push.example:443/x'])(
    'is accepted if it is "%s"',
    (endpoint) => expect(() => refuseAddress(endpoint, false)).not.toThrow(),
  )

  test('must be a public IP address, not a private, local or reserved one', () => {
    const own = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '0.0.0.0', '100.64.0.1']
    const own6 = ['::1', '::', 'fe80::1', 'fd00::1', '::ffff:192.168.1.1', '::ffff:7f00:1', '64:ff9b::a00:1']
    const none6 = ['fec0::1', '::ffff:0:10.0.0.1', '2001::1', '2001:db8::1', '2002:a00:1::', '100::1', 'ff02::1']
    expect([...own, ...own6, ...none6].filter(isPublic)).toEqual([])
    const open = ['8.8.8.8', '2a00:1450:4001::1', '2001:4860:4860::8888', '::ffff:8.8.8.8']
    expect(open.filter(isPublic)).toEqual(open)
  })
})

describe('the lookup of a push service’s host', () => {
  const answered = (host: string, all: boolean, lookUp = lookUpPublic) =>
    new Promise((resolve) => lookUp(host, { all }, (error, address) => resolve(error ? error.message : address)))

  test('returns public addresses and an error for private ones', async () => {
    expect(await answered('8.8.8.8', true)).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await answered('8.8.8.8', false)).toBe('8.8.8.8')
    expect(await answered('localhost', true)).toBe('No public address.')
    expect(await answered('192.168.1.1', false)).toBe('No public address.')
  })

  test('asks the name servers, drops private addresses and is not delayed by unanswered names', async () => {
    // The server repeats the question and appends addresses (RFC 1035 §4.1). `silent` never gets an answer.
    const leadsTo: Readonly<Record<string, readonly number[][]>> = {
      open: [[8, 8, 8, 8]],
      inside: [[10, 0, 0, 1]],
      both: [
        [127, 0, 0, 1],
        [9, 9, 9, 9],
      ],
    }
    const server = createSocket('udp4').on('message', (asked, { port }) => {
      const name = asked.subarray(13, 13 + (asked[12] ?? 0)).toString()
      if (name === 'silent') return
      const end = asked.indexOf(0, 12) + 5
      const found = asked[end - 3] === 1 ? (leadsTo[name] ?? []) : []
      const records = found.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]))
      const head = Buffer.from([...asked.subarray(0, 2), 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0])
      server.send(Buffer.concat([head, asked.subarray(12, end), ...records]), port, '127.0.0.1')
    })
    await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const names = new Resolver({ timeout: 10_000, tries: 1 })
    names.setServers([`127.0.0.1:${server.address().port}`])
    const found = (name: string) => answered(`${name}.push.test`, true, lookUpBy(names))
    // Unanswered names delay nobody, however many there are.
    const silent = Promise.all(Array.from({ length: 20 }, () => found('silent')))
    const isFirst = Promise.race([found('open').then(() => true), silent.then(() => false)])
    expect(await found('open')).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await found('both')).toEqual([{ address: '9.9.9.9', family: 4 }])
    expect([await found('inside'), await found('none')]).toEqual(['No public address.', 'No public address.'])
    expect(await isFirst).toBe(true)
    names.cancel()
    expect(new Set(await silent)).toEqual(new Set(['No public address.']))
  })
})

describe('the choice of notifications', () => {
  const set = (body: object, as = ann.token) => portal.call(calls.setWanted, { as, body })

  test('starts with nothing chosen and returns what was stored', async () => {
    expect((await read()).wanted).toEqual(NOTHING)
    const chosen = { breakOver: true, moodDue: false, tasks: true, etlSources: ['warehouse', 'shop', 'shop'] }
    const stored = { ...chosen, etlSources: ['shop', 'warehouse'] }
    expect((await set(chosen)).body).toEqual(stored)
    expect((await read()).wanted).toEqual(stored)
    expect((await set({ ...NOTHING, etlSources: ['shop'] })).body).toEqual({ ...NOTHING, etlSources: ['shop'] })
    expect((await set(NOTHING)).body).toEqual(NOTHING)
  })

  test('accepts data sources only from people who may open the ETL viewer; others get 403', async () => {
    const bob = await portal.addUser()
    const refused = await set({ ...NOTHING, etlSources: ['shop'] }, bob.token)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('Access ETL Viewer')])
    expect((await set({ ...NOTHING, tasks: true }, bob.token)).status).toBe(200)
    const boss = await portal.addUser({ isAdmin: true })
    expect((await set({ ...NOTHING, etlSources: ['shop'] }, boss.token)).status).toBe(200)
  })
})

describe('the public key to subscribe with', () => {
  test('is the same for everybody, even if requested at the same time', async () => {
    const bob = await portal.addUser()
    const keys = await Promise.all([read(), read(bob.token), read()])
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(keys[0].publicKey).toMatch(/^B[A-Za-z0-9_-]{86}$/)
  })

  test('is the same on every server that shares a database', async ({ skip }) => {
    const { databaseUrl } = portal.deps.config
    if (!databaseUrl) return skip('One process alone writes to SQLite.')
    const second = await openPortal({ databaseUrl })
    second.setNow(NOW)
    const [ours, theirs] = await Promise.all([read(), second.call(calls.getNotifications, { as: ann.token })])
    expect(theirs.body.publicKey).toBe(ours.publicKey)
    await second.close()
  })
})

describe('a test notification', () => {
  const sendTest = (as = ann.token) => portal.call(calls.sendTest, { as })

  test('goes only to the caller’s device, encrypted for it and signed by the portal', async () => {
    await subscribe('laptop', await anotherSession())
    await subscribe('phone')
    expect((await sendTest()).status).toBe(204)
    expect(service.taken).toMatchObject([
      { device: 'phone', message: { title: 'Notifications work', url: '/profile' } },
    ])
    const { headers } = service.taken[0] as (typeof service.taken)[number]
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '60' })
    expect(service.claimsOf(headers.authorization ?? '', (await read()).publicKey)).toMatchObject({
      aud: service.origin,
      sub: 'mailto:it@example.com',
    })
    expect((await read()).devices[0]).toMatchObject({ name: 'phone', lastSentAt: NOW })
  })

  test('gets 409 without a device, and 429 if sent again at once but not six seconds later', async () => {
    expect((await sendTest()).status).toBe(409)
    await subscribe('phone')
    await sendTest()
    expect((await sendTest()).status).toBe(429)
    portal.setNow('2026-03-05T12:00:06.000Z')
    expect((await sendTest()).status).toBe(204)
    expect(service.taken).toHaveLength(2)
  })

  test('can be sent even if the last one is recorded a day in the future', async () => {
    await subscribe('phone')
    await portal.deps.db.updateTable('push_device').set({ tested_at: '2026-03-06T12:00:00.000Z' }).execute()
    expect((await sendTest()).status).toBe(204)
  })

  test.each([404, 410])('gets 410 and deletes the device if the push service answers %i', async (status) => {
    await subscribe('phone')
    service.answerWith(status)
    const answer = await sendTest()
    expect([answer.status, answer.body.detail]).toEqual([410, expect.stringContaining('Turn them on again')])
    expect(await names()).toEqual([])
  })

  test.each([
    [503, 503],
    [429, 503],
    [403, 409],
    [302, 409],
  ])('turns the push service’s %i into %i, keeps the device and reveals no address', async (theirs, ours) => {
    await subscribe('phone')
    service.answerWith(theirs, { location: `${service.origin}/phone` })
    const answer = await sendTest()
    expect(answer.status).toBe(ours)
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
    expect(await names()).toEqual(['phone'])
    expect(service.asked()).toBe(1)
  })
})
