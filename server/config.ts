/** The settings of wire.md §3. The only reader of the environment. */

export interface Config {
  readonly host: string
  readonly port: number
  /** null: no second port. */
  readonly livePort: number | null
  readonly liveUrl: string | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly adminEmail: string
  /** null: a random one is made and printed once. */
  readonly adminPassword: string | null
  readonly name: string
  readonly register: { readonly mode: 'open' | 'closed' } | { readonly mode: 'domains'; readonly domains: readonly string[] }
  /** IANA name: weeks and dates. */
  readonly timeZone: string
  /** `off`, one proxy before us, or the proxies' addresses. */
  readonly trustProxy: false | 1 | readonly string[]
  readonly version: string
}
