/**
 * Playing a file: a player sends no token, so its address is signed for the session that asked for it. It is good for some
 * hours, and for no longer than the session is.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { getVideoAddress } from '#contract/apps/videos.ts'
import { metaMadeOnce } from '../../db/meta.ts'
import type { Db } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/problem.ts'
import { newSecret } from '../../http/secrets.ts'
import { sessionById } from '../../http/sessions.ts'
import { HOUR_MS } from '../../lib/instants.ts'
import { typeOf, videoFiles } from './files.ts'

const PLACE = '/video/'
const LIFETIME_MS = 6 * HOUR_MS
/** In `meta`: all servers sign alike. */
const KEY = 'video-key'

const none = () => notFound('There is no such video, or this address has had its time.')

const keyIn = (db: Db): Promise<string> => metaMadeOnce(db, KEY, newSecret)

interface Pass {
  readonly name: string
  readonly session: string
  readonly until: string
}

const signatureOf = (key: string, { name, session, until }: Pass) =>
  createHmac('sha256', key).update(`${name} ${session} ${until}`).digest('base64url')

/** Where this session may play the file. */
export async function addressOf(db: Db, name: string, sessionId: number, now: string): Promise<string> {
  const pass = { name, session: String(sessionId), until: String(Date.parse(now) + LIFETIME_MS) }
  const sign = signatureOf(await keyIn(db), pass)
  return `${PLACE}${name}?${new URLSearchParams({ session: pass.session, until: pass.until, sign })}`
}

async function mayPlay(db: Db, pass: Pass, sign: string, now: string): Promise<boolean> {
  const [given, right] = [sign, signatureOf(await keyIn(db), pass)].map((text) => Buffer.from(text))
  if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) return false
  if (Number(pass.until) <= Date.parse(now)) return false
  const caller = await sessionById(db, Number(pass.session), now)
  return caller?.permissions.changed_password === true && getVideoAddress.who.allows(caller, {}) === true
}

/** The first and the last byte. */
export type Range = readonly [first: number, last: number]

/**
 * What of a file is asked for (RFC 9110 §14): null is all of it, as for several ranges at once, or what is no range;
 * `beyond` begins after its end.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'beyond' : [Math.max(0, size - Number(to)), size - 1]
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= size) return 'beyond'
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
}

interface Asked {
  Params: { name: string }
  Querystring: { session?: unknown; until?: unknown; sign?: unknown }
}

/** `/video/{name}?…`: the file, or the part of it that is asked for. */
export function registerVideos(app: FastifyInstance, { db, clock, config }: Deps): void {
  const files = videoFiles(config.dataDir)
  const playing = new Set<ReadStream>()
  // A player that is paused takes no more for hours: nobody who stops the portal waits for it.
  app.addHook('preClose', async () => {
    for (const stream of playing) stream.destroy()
  })
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: `${PLACE}:name`,
    compress: false,
    // It would say that there is nothing.
    exposeHeadRoute: false,
    handler: async ({ method, params: { name }, query, headers }, reply) => {
      const pass = { name, session: String(query.session), until: String(query.until) }
      // Opened by itself it is a document of our origin: one that may do nothing.
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store')
      const path = files.pathOf(name)
      if (!path || !(await mayPlay(db, pass, String(query.sign), clock()))) throw none()
      const there = await stat(path).catch(() => null)
      if (!there) throw none()
      const { size } = there
      const tag = `"${name}"`
      const isSame = headers['if-range'] === undefined || headers['if-range'] === tag
      const range = isSame ? rangeOf(headers.range, size) : null
      reply.header('accept-ranges', 'bytes').header('etag', tag).type(typeOf(name))
      // A part is asked for by GET alone (RFC 9110 §14.2).
      if (method === 'HEAD') return reply.header('content-length', size).send()
      if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send('')
      const [start, end] = range ?? [0, size - 1]
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
      const stream = createReadStream(path, { start, end })
      playing.add(stream)
      stream.once('close', () => playing.delete(stream))
      return reply.header('content-length', end - start + 1).send(stream)
    },
  })
}
