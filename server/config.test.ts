import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConfigError, readConfig, unknownSettings } from './config.ts'

const read = (environment: Record<string, string> = {}) => readConfig(environment, '1.2.3')

test('returns the defaults without any setting', () => {
  expect(read()).toEqual({
    host: '127.0.0.1',
    port: 8000,
    livePort: 8001,
    liveUrl: null,
    dataDir: './data',
    databaseUrl: null,
    adminEmail: 'admin@foyer.local',
    adminPassword: null,
    name: 'Foyer',
    register: { mode: 'open' },
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    trustProxy: false,
    auditDays: 365,
    etlDays: 90,
    pushSubject: 'mailto:admin@foyer.local',
    pushAnywhere: false,
    version: '1.2.3',
  })
})

test('treats an empty or blank setting as not set', () => {
  const names = [
    'HOST',
    'PORT',
    'LIVE_PORT',
    'LIVE_URL',
    'DATA',
    'DATABASE_URL',
    'ADMIN_EMAIL',
    'NAME',
    'REGISTER',
    'TIMEZONE',
    'TRUST_PROXY',
    'AUDIT_DAYS',
    'ETL_DAYS',
    'PUSH_SUBJECT',
  ]
  for (const blank of ['', '  '])
    expect(read(Object.fromEntries(names.map((name) => [`FOYER_${name}`, blank])))).toEqual(read())
  expect(read({ FOYER_ADMIN_PASSWORD: '' })).toEqual(read())
})

test.each([
  [{ FOYER_HOST: ' 0.0.0.0 ' }, { host: '0.0.0.0' }],
  [{ FOYER_HOST: '[::1]' }, { host: '::1' }],
  [{ FOYER_PORT: '65535' }, { port: 65_535 }],
  [{ FOYER_LIVE_PORT: 'off' }, { livePort: null }],
  [{ FOYER_LIVE_PORT: '9001' }, { livePort: 9_001 }],
  [{ FOYER_LIVE_URL: 'wss://live.example.com/ws' }, { liveUrl: 'wss://live.example.com/ws' }],
  [{ FOYER_DATA: '/var/foyer' }, { dataDir: '/var/foyer' }],
  [{ FOYER_DATABASE_URL: 'postgres://u:p@db/x' }, { databaseUrl: 'postgres://u:p@db/x' }],
  [{ FOYER_DATABASE_URL: 'postgresql://db/x' }, { databaseUrl: 'postgresql://db/x' }],
  [{ FOYER_ADMIN_EMAIL: ' Boss@Example.COM' }, { adminEmail: 'boss@example.com' }],
  [{ FOYER_ADMIN_PASSWORD: ' secret12 ' }, { adminPassword: ' secret12 ' }],
  [{ FOYER_NAME: 'Lobby' }, { name: 'Lobby' }],
  [{ FOYER_REGISTER: 'closed' }, { register: { mode: 'closed' } }],
  [
    { FOYER_REGISTER: 'Example.com, example.org' },
    { register: { mode: 'domains', domains: ['example.com', 'example.org'] } },
  ],
  [{ FOYER_TIMEZONE: 'Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
  [{ FOYER_TRUST_PROXY: 'on' }, { trustProxy: 1 }],
  [{ FOYER_TRUST_PROXY: '10.0.0.1, fd00::/8' }, { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
  [{ FOYER_AUDIT_DAYS: ' 30 ' }, { auditDays: 30 }],
  [{ FOYER_AUDIT_DAYS: '36500' }, { auditDays: 36_500 }],
  [{ FOYER_ETL_DAYS: '7' }, { etlDays: 7 }],
  [{ FOYER_ADMIN_EMAIL: 'boss@example.com' }, { pushSubject: 'mailto:boss@example.com' }],
  [{ FOYER_PUSH_SUBJECT: 'mailto:it@example.com' }, { pushSubject: 'mailto:it@example.com' }],
  [{ FOYER_PUSH_SUBJECT: 'https://example.com/help' }, { pushSubject: 'https://example.com/help' }],
])('reads %j', (environment, expected) => expect(read(environment as Record<string, string>)).toMatchObject(expected))

describe('refuses an invalid setting with a sentence that names the variable', () => {
  test.each([
    ['FOYER_PORT', '0'],
    ['FOYER_PORT', '65536'],
    ['FOYER_PORT', '-1'],
    ['FOYER_PORT', '8e3'],
    ['FOYER_PORT', 'off'],
    ['FOYER_LIVE_PORT', 'http'],
    ['FOYER_LIVE_PORT', '8000'],
    ['FOYER_LIVE_URL', 'https://live.example.com'],
    ['FOYER_LIVE_URL', 'live.example.com'],
    ['FOYER_DATABASE_URL', 'mysql://u:hunter22@db/x'],
    ['FOYER_DATABASE_URL', 'u:hunter22@db'],
    ['FOYER_ADMIN_EMAIL', 'admin'],
    ['FOYER_ADMIN_PASSWORD', 'hunter2'],
    ['FOYER_ADMIN_PASSWORD', 'hunter22'.repeat(129)],
    ['FOYER_NAME', 'x'.repeat(61)],
    ['FOYER_REGISTER', 'shut'],
    ['FOYER_REGISTER', 'example.com,'],
    ['FOYER_REGISTER', '@example.com'],
    ['FOYER_REGISTER', 'a@example.com'],
    ['FOYER_TIMEZONE', 'Europe/Atlantis'],
    ['FOYER_TRUST_PROXY', 'yes'],
    ['FOYER_TRUST_PROXY', '10.0.0.0/33'],
    ['FOYER_TRUST_PROXY', '10.0.0.0/8/8'],
    ['FOYER_TRUST_PROXY', '0.0.0.0/0'],
    ['FOYER_TRUST_PROXY', '10.0.0.1,'],
    ['FOYER_TRUST_PROXY', 'proxy.example.com'],
    ['FOYER_AUDIT_DAYS', '0'],
    ['FOYER_AUDIT_DAYS', '-1'],
    ['FOYER_AUDIT_DAYS', '1.5'],
    ['FOYER_AUDIT_DAYS', '36501'],
    ['FOYER_AUDIT_DAYS', 'for ever'],
    ['FOYER_ETL_DAYS', '0'],
    ['FOYER_PUSH_SUBJECT', 'it@example.com'],
    ['FOYER_PUSH_SUBJECT', 'mailto:it'],
    ['FOYER_PUSH_SUBJECT', 'http://example.com'],
  ])('%s=%s', (variable, value) => {
    const start = () => read({ [variable]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${variable} .+\\.$`))
    // The message goes to the log and must not contain the password.
    expect(start).not.toThrow(/hunter2/)
  })
})

describe('the machine’s time zone', () => {
  afterEach(() => vi.unstubAllEnvs())
  const zoneAt = (TZ: string, set = {}) => {
    vi.stubEnv('TZ', TZ)
    return read({ TZ, ...set }).timeZone
  }

  test.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    [':/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
    ['/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
    ['', 'UTC'],
    [' ', 'UTC'],
  ])('with TZ=%s is %s', (said, zone) => expect(zoneAt(said)).toBe(zone))

  test('is resolved from a link to a zone’s file, such as /etc/localtime', () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-zones-'))
    mkdirSync(join(folder, 'zoneinfo/Asia'), { recursive: true })
    writeFileSync(join(folder, 'zoneinfo/Asia/Tokyo'), '')
    symlinkSync(join(folder, 'zoneinfo/Asia/Tokyo'), join(folder, 'localtime'))
    // Makes Node report no name for the zone, as it does for such a link.
    vi.stubEnv('TZ', 'UTC+3')
    expect(read({ TZ: `:${folder}/localtime` }).timeZone).toBe('Asia/Tokyo')
    rmSync(folder, { recursive: true })
  })

  test.each(['UTC+3', 'Nonsense/Zone', ':/usr/share/zoneinfo/Nonsense'])(
    'with TZ=%s is refused unless FOYER_TIMEZONE is set',
    (said) => {
      expect(() => zoneAt(said)).toThrow(ConfigError)
      expect(() => zoneAt(said)).toThrow(`(TZ is “${said}”) has no name: set FOYER_TIMEZONE`)
      expect(zoneAt(said, { FOYER_TIMEZONE: 'Europe/Berlin' })).toBe('Europe/Berlin')
    },
  )
})

test('mentions “off” in the refusal of an invalid live port', () => {
  expect(() => read({ FOYER_LIVE_PORT: 'Off' })).toThrow('it must be a port from 1 to 65535, or “off”.')
})

test('reports only misspelt settings as unknown', () => {
  const set = {
    PATH: '/bin',
    FOYER_REGISTRE: 'closed',
    FOYER_PORT: 'x',
    FOYER_PUSH_SUBJECT: '',
    FOYER_ADMIN_PASSWORD: 'x',
  }
  expect(unknownSettings(set)).toEqual(['FOYER_REGISTRE'])
})
