/**
 * The settings of wire.md §3. This is the only module that reads the environment; an invalid value stops the start with a
 * sentence that names the variable.
 */
import { existsSync, realpathSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { Email, NewPassword } from '#contract/values.ts'

export interface Config {
  readonly host: string
  readonly port: number
  /** Null: no second port. */
  readonly livePort: number | null
  readonly liveUrl: string | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly adminEmail: string
  /** Null: a random password is generated and printed once. */
  readonly adminPassword: string | null
  readonly name: string
  readonly register:
    | { readonly mode: 'open' | 'closed' }
    | { readonly mode: 'domains'; readonly domains: readonly string[] }
  /** IANA time zone for weeks and dates. */
  readonly timeZone: string
  /** `false`: trust none; 1: one proxy in front of the portal; else the addresses of the proxies. */
  readonly trustProxy: false | 1 | readonly string[]
  /** How many days an audit log entry is kept. */
  readonly auditDays: number
  /** How many days a run of the data pipelines is kept. */
  readonly etlDays: number
  /** Contact (mailto: or https:) that a browser's push service writes to when something is wrong with the notifications. */
  readonly pushSubject: string
  /** Whether notifications may go to any address, without TLS too. True in tests only. */
  readonly pushAnywhere: boolean
  readonly version: string
}

/** Stops the start. The message names the variable and the value that it should have. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const wrong = (variable: string, value: string, should: string): never => {
  throw new ConfigError(`${variable} is “${value}”: it must be ${should}.`)
}

function port(variable: string, value: string, should = 'a port from 1 to 65535'): number {
  const number = Number(value)
  return /^\d{1,5}$/.test(value) && number >= 1 && number <= 65_535 ? number : wrong(variable, value, should)
}

function checked(variable: string, value: string, schema: z.ZodMiniType<string>, should: string): string {
  const result = z.safeParse(schema, value)
  return result.success ? result.data : wrong(variable, value, should)
}

function url(variable: string, value: string, protocols: readonly string[]): string {
  const isValid = URL.canParse(value) && protocols.includes(new URL(value).protocol)
  // The URL may contain a password, so the message does not repeat it.
  if (!isValid)
    throw new ConfigError(`${variable} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
  return value
}

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

function register(value: string): Config['register'] {
  if (value === 'open' || value === 'closed') return { mode: value }
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase())
  return domains.every((domain) => DOMAIN.test(domain))
    ? { mode: 'domains', domains }
    : wrong('FOYER_REGISTER', value, '“open”, “closed” or domains, as in example.com,example.org')
}

function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return wrong('FOYER_TIMEZONE', value, 'a time zone, as in Europe/Berlin')
  }
}

const ZONE_FILE = /\/zoneinfo\/(.+)$/

/**
 * Returns the zone that a zoneinfo file stands for, as `:/etc/localtime`, a link to one. Empty if the path names no zone.
 */
function zoneOfFile(tz: string): string {
  const file = tz.replace(/^:/, '')
  const real = existsSync(file) ? realpathSync(file) : file
  return ZONE_FILE.exec(real)?.[1] ?? ''
}

/**
 * Returns the machine's zone as Node names it, UTC if `TZ` is blank, else the zone of the zoneinfo file that `TZ` points
 * to. Throws a `ConfigError` if that has no name.
 */
function machinesZone({ TZ: tz = '' }: Environment): string {
  // Node has no name for a rule such as UTC+3 nor for an invalid zone. Guessing would give the server other days than the
  // devices have.
  const named = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined
  if (named && named !== 'Etc/Unknown') return named
  if (tz.trim() === '') return 'UTC'
  try {
    return timeZone(zoneOfFile(tz))
  } catch {
    throw new ConfigError(
      `This machine’s time zone (TZ is “${tz}”) has no name: set FOYER_TIMEZONE, as to Europe/Berlin.`,
    )
  }
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === 'off') return false
  if (value === 'on') return 1
  const addresses = value.split(',').map((address) => address.trim())
  const isAddress = (text: string) => {
    const [net = '', bits, ...more] = text.split('/')
    return (
      isIP(net) !== 0 &&
      more.length === 0 &&
      // `/0` would trust every address there is.
      (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIP(net) === 6 ? 128 : 32)))
    )
  }
  return addresses.every(isAddress)
    ? addresses
    : wrong('FOYER_TRUST_PROXY', value, '“on”, “off” or the proxies’ addresses')
}

function days(variable: string, value: string): number {
  const number = Number(value)
  return /^\d{1,5}$/.test(value) && number >= 1 && number <= 36_500
    ? number
    : wrong(variable, value, 'a number of days from 1 to 36500')
}

function pushSubject(value: string): string {
  const isValid = value.startsWith('mailto:')
    ? z.safeParse(Email, value.slice('mailto:'.length)).success
    : URL.canParse(value) && new URL(value).protocol === 'https:'
  return isValid ? value : wrong('FOYER_PUSH_SUBJECT', value, 'mailto: and an email address, or a URL with https://')
}

/** Reads the settings. Throws a `ConfigError` at the first wrong one. */
export function readConfig(environment: Environment, version: string): Config {
  const setting = (variable: string, fallback: string) => environment[variable]?.trim() || fallback
  const optional = (variable: string) => environment[variable]?.trim() || null
  const live = setting('FOYER_LIVE_PORT', '8001')
  const liveUrl = optional('FOYER_LIVE_URL')
  const databaseUrl = optional('FOYER_DATABASE_URL')
  const password = environment.FOYER_ADMIN_PASSWORD || null
  const adminEmail = checked(
    'FOYER_ADMIN_EMAIL',
    setting('FOYER_ADMIN_EMAIL', 'admin@foyer.local'),
    Email,
    'an email address',
  )
  const config: Config = {
    // A host in URL notation ([::1]) is accepted as well.
    host: setting('FOYER_HOST', '127.0.0.1').replace(/^\[(.+)\]$/, '$1'),
    port: port('FOYER_PORT', setting('FOYER_PORT', '8000')),
    livePort: live === 'off' ? null : port('FOYER_LIVE_PORT', live, 'a port from 1 to 65535, or “off”'),
    liveUrl: liveUrl && url('FOYER_LIVE_URL', liveUrl, ['ws:', 'wss:']),
    dataDir: setting('FOYER_DATA', './data'),
    databaseUrl: databaseUrl && url('FOYER_DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']),
    adminEmail,
    adminPassword: password,
    name: setting('FOYER_NAME', 'Foyer'),
    register: register(setting('FOYER_REGISTER', 'open')),
    timeZone: timeZone(optional('FOYER_TIMEZONE') ?? machinesZone(environment)),
    trustProxy: trustProxy(setting('FOYER_TRUST_PROXY', 'off')),
    auditDays: days('FOYER_AUDIT_DAYS', setting('FOYER_AUDIT_DAYS', '365')),
    etlDays: days('FOYER_ETL_DAYS', setting('FOYER_ETL_DAYS', '90')),
    pushSubject: pushSubject(setting('FOYER_PUSH_SUBJECT', `mailto:${adminEmail}`)),
    pushAnywhere: false,
    version,
  }
  if (password && !z.safeParse(NewPassword, password).success)
    throw new ConfigError('FOYER_ADMIN_PASSWORD must have at least 8 characters and at most 1,024 bytes.')
  if (config.name.length > 60) wrong('FOYER_NAME', config.name, 'at most 60 characters long')
  if (config.livePort === config.port)
    throw new ConfigError(
      `FOYER_LIVE_PORT and FOYER_PORT are both ${config.port}: they must differ, or set FOYER_LIVE_PORT=off.`,
    )
  return config
}

/** Returns the FOYER_ variables that are set but are no settings, such as misspelt ones. */
export function unknownSettings(environment: Environment = process.env): string[] {
  const known = new Set<PropertyKey>()
  const watched = new Proxy(environment, { get: (_, name) => void known.add(name) })
  readConfig(watched, '')
  return Object.keys(environment).filter((name) => name.startsWith('FOYER_') && !known.has(name))
}

/** Reads the settings of this process; `over` overrides its environment. */
export const configOfProcess = (version: string, over: Environment = {}): Config =>
  readConfig({ ...process.env, ...over }, version)
