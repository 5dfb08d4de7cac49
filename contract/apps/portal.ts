/** The portal itself: wire.md “The portal itself”. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Instant } from '../values.ts'
import { admin, anyone } from '../who.ts'

/**
 * What the page must know before anybody signs in. The live socket is given as `liveUrl` if one is configured, otherwise as
 * `livePort`. `timeZone` (IANA) is the company's, which determines weeks and dates (wire.md §4).
 */
export const PortalConfig = z.object({
  name: z.string(),
  register: z.enum(['open', 'closed', 'domains']),
  livePort: z.optional(z.number()),
  liveUrl: z.optional(z.string()),
  version: z.string(),
  timeZone: z.optional(z.string()),
})
export type PortalConfig = z.infer<typeof PortalConfig>

export const getConfig = call({
  method: 'GET',
  path: '/api/config/',
  summary: 'Name, registration and live socket of this portal',
  who: anyone,
  answer: PortalConfig,
  beforePasswordChange: true,
  ours: true,
})

export const getHealth = call({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the portal answers',
  who: anyone,
  answer: z.object({ status: z.string(), version: z.string() }),
  ours: true,
})

export const getOpenApi = call({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API as OpenAPI 3.1',
  who: admin,
  answer: z.unknown(),
  ours: true,
})

/** The state of the server, for the page “Server Status” (hardId 7). */
export const PortalStatus = z.object({
  version: z.string(),
  startedAt: Instant,
  now: Instant,
  /** On SQLite, `bytes` includes the journal. */
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.number() }),
  users: z.number(),
  live: z.object({
    /** Open live sockets of this server. */
    sockets: z.number(),
    /** The latest revision, and how many changes have not been sent to the viewers yet. */
    rev: z.number(),
    behind: z.number(),
  }),
  memoryBytes: z.number(),
  /** Free space on the disk of the database file, in bytes; null if this server cannot tell, as with Postgres. */
  diskFree: z.nullable(z.number()),
  node: z.string(),
  /** When the last backup was made; null if this server makes none, as with Postgres, or has made none yet. */
  lastBackup: z.nullable(Instant),
})
export type PortalStatus = z.infer<typeof PortalStatus>

export const getStatus = call({
  method: 'GET',
  path: '/api/status/',
  summary: 'How the server is doing',
  who: admin,
  answer: PortalStatus,
  ours: true,
})
