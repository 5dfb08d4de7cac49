/**
 * Serves video files. A player sends no token, so the address is signed for the session that asked for it. It is valid
 * for some hours, and never longer than the session.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { getVideoAddress } from '#contract/apps/videos.ts'
import { getOrCreateMeta } from '../../db/meta.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/problem.ts'
import { newSecret } from '../../http/secrets.ts'
import { sessionById } from '../../http/sessions.ts'
import { HOUR_MS } from '../../lib/instants.ts'
import { VideoFiles } from './files.ts'
import { typeOf } from './video-kind.ts'

const PATH_PREFIX = '/video/'
const LIFETIME_MS = 6 * HOUR_MS
/** Key in `meta`, so that all servers sign alike. */
const KEY = 'video-key'

const videoNotFound = () => notFound('There is no such video, or this address has expired.')

const keyIn = (db: Db): Promise<string> => getOrCreateMeta(db, KEY, newSecret)

interface PlayGrant {
  readonly name: string
  readonly session: string
  readonly until: string
}

const signatureOf = (key: string, { name, session, until }: PlayGrant) =>
  createHmac('sha256', key).update(`${name} ${session} ${until}`).digest('base64url')

/** Returns the address at which this session may play the file. */
export async function addressOf(db: Db, name: string, sessionId: number, now: string): Promise<string> {
  const grant = { name, session: String(sessionId), until: String(Date.parse(now) + LIFETIME_MS) }
  const sign = signatureOf(await keyIn(db), grant)
  return `${PATH_PREFIX}${name}?${new URLSearchParams({ session: grant.session, until: grant.until, sign })}`
}

async function mayPlay(db: Db, grant: PlayGrant, sign: string, now: string): Promise<boolean> {
  const [received, expected] = [sign, signatureOf(await keyIn(db), grant)].map((text) => Buffer.from(text))
  if (!received || !expected || received.length !== expected.length || !timingSafeEqual(received, expected))
    return false
  if (Number(grant.until) <= Date.parse(now)) return false
  const caller = await sessionById(db, Number(grant.session), now)
  return caller?.permissions.changed_password === true && getVideoAddress.who.allows(caller, {}) === true
}

/** First and last byte of a range, both included. */
export type Range = readonly [first: number, last: number]

/**
 * Parses a Range header (RFC 9110 §14). Null means the whole file, also for several ranges or an invalid header;
 * `beyond` means that the range begins after the end of the file.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'beyond' : [Math.max(0, size - Number(to)), size - 1]
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= size) return 'beyond'
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
}

interface VideoRequest {
  Params: { name: string }
  Querystring: { session?: unknown; until?: unknown; sign?: unknown }
}

/** Serves `/video/{name}?…`: the file, or the requested part of it. */
export function registerVideos(app: FastifyInstance, { db, clock, config }: Deps): void {
  const files = new VideoFiles(config.dataDir)
  const openStreams = new Set<ReadStream>()
  // A paused player may read nothing for hours: stopping the portal must not wait for it.
  app.addHook('preClose', async () => {
    for (const stream of openStreams) stream.destroy()
  })
  app.route<VideoRequest>({
    method: ['GET', 'HEAD'],
    url: `${PATH_PREFIX}:name`,
    compress: false,
    // Fastify's own HEAD handling would set content-length to 0, as if the video were empty.
    exposeHeadRoute: false,
    handler: async ({ method, params: { name }, query, headers }, reply) => {
      const grant = { name, session: String(query.session), until: String(query.until) }
      // Opened on its own the file is a document of our origin, so it is sandboxed and may load nothing.
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
      const path = files.pathOf(name)
      if (!path || !(await mayPlay(db, grant, String(query.sign), clock()))) throw videoNotFound()
      const stats = await stat(path).catch(() => null)
      if (!stats) throw videoNotFound()
      const { size } = stats
      const tag = `"${name}"`
      const isSame = headers['if-range'] === undefined || headers['if-range'] === tag
      const range = isSame ? rangeOf(headers.range, size) : null
      reply.header('accept-ranges', 'bytes').header('etag', tag).type(typeOf(name))
      // Ranges apply to GET only (RFC 9110 §14.2).
      if (method === 'HEAD') return reply.header('content-length', size).send()
      if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send('')
      const [start, end] = range ?? [0, size - 1]
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
      const stream = createReadStream(path, { start, end })
      openStreams.add(stream)
      stream.once('close', () => openStreams.delete(stream))
      return reply.header('content-length', end - start + 1).send(stream)
    },
  })
}
