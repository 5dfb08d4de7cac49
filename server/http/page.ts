/** The built page: hashed assets for ever, the shell and the worker asked for anew each time, names filled in. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnownRoute } from '#contract/screens.ts'
import type { Config } from '../config.ts'
import { escaped } from '../lib/html.ts'
import { isApiUrl } from './paths.ts'

interface Document {
  readonly type: string
  variant(encoding: Encoding): Buffer
}

type Encoding = 'br' | 'gzip' | 'identity'
const ENCODE: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  // The best that it can would keep everybody waiting for a second, for a tenth of the size.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes),
  identity: (bytes) => bytes,
}

/** Compressed when somebody asks for it, once: a start that waited for it would take half as long again. */
function documentOf(text: string, type: string): Document {
  const identity = Buffer.from(text)
  const made = new Map<Encoding, Buffer>()
  return {
    type,
    variant(encoding) {
      const bytes = made.get(encoding) ?? ENCODE[encoding](identity)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, { type, variant }: Document) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = variant(encoding)
  return (
    reply
      .header('vary', 'accept-encoding')
      .header('cache-control', 'no-cache')
      .type(type)
      .header('content-length', bytes.length)
      // Fastify's own HEAD routes leave the body out themselves, and its length in.
      .send(request.method === 'HEAD' && request.is404 ? undefined : bytes)
  )
}

export interface Page {
  readonly shell: string
  readonly manifest: string | null
  /** The service worker's script. */
  readonly worker: string | null
  readonly styleNonce: string | null
  /** Of the scripts in the shell itself, as the content policy names them. */
  readonly scriptHashes: readonly string[]
  readonly directory: string
  /** Where the code of earlier releases is, which open pages may still ask for: the newest release's that has the name. */
  oldFolderOf(name: string): string | undefined
}

/** By name → the folder. */
function readOld(directory: string): ReadonlyMap<string, string> {
  // The oldest first: of one name the last counts.
  const releases = existsSync(directory) ? readdirSync(directory).sort() : []
  const files = releases
    .map((release) => join(directory, release))
    .flatMap((folder) => readdirSync(folder).map((name) => [name, folder] as const))
  return new Map(files)
}

/** A build beside the running portal puts aside what this one's page is made of: it is looked for anew where that was done. */
function oldCode(directory: string): Page['oldFolderOf'] {
  const changed = () => statSync(directory, { throwIfNoEntry: false })?.mtimeMs
  let [files, readAt] = [readOld(directory), changed()]
  return (name) => {
    const now = changed()
    if (now !== readAt)
      try {
        ;[files, readAt] = [readOld(directory), now]
      } catch {
        // The oldest is being deleted at this moment: the next one looks again.
      }
    return files.get(name)
  }
}

/** Reads what was built; null where nothing was. Beside it `npm run build` keeps earlier releases, in `{directory}-old`. */
export function readPage(directory: string): Page | null {
  const file = join(directory, 'index.html')
  if (!existsSync(file)) return null
  const shell = readFileSync(file, 'utf8')
  const read = (name: string) =>
    existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : null
  return {
    directory,
    oldFolderOf: oldCode(`${directory}-old`),
    shell,
    manifest: read('manifest.webmanifest'),
    worker: read('sw.js'),
    scriptHashes: [...shell.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
    styleNonce: /property="csp-nonce" nonce="([^"]+)"/.exec(shell)?.[1] ?? null,
  }
}

/** A browser that goes somewhere; or a program that asks for a screen and takes what comes. */
const isNavigation = ({ method, headers: { accept = '*/*' }, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApiUrl(url) &&
  (accept.includes('text/html') || (accept.includes('*/*') && isKnownRoute(url.split('?', 1)[0] ?? '')))

/**
 * The worker keeps shell and manifest by their revision in its script. What the settings put into them (name, policy)
 * belongs to that revision: changed settings reach installed pages as a release does.
 */
const withSettings = (worker: string, { name, port, livePort, liveUrl }: Config) =>
  worker.replace(/"revision":"(\w+)","url":"(index\.html|manifest\.webmanifest)"/g, (_, revision, url) => {
    const settings = JSON.stringify([revision, name, port, livePort, liveUrl])
    return `"revision":"${createHash('sha256').update(settings).digest('hex').slice(0, 32)}","url":"${url}"`
  })

/** Serves the page, and answers how a navigation that no file meets gets the shell. */
export async function servePage(app: FastifyInstance, page: Page, config: Config) {
  const shell = documentOf(
    page.shell.replaceAll('%FOYER_NAME%', () => escaped(config.name)),
    'text/html; charset=utf-8',
  )
  const named = (manifest: string) => ({ ...JSON.parse(manifest), name: config.name, short_name: config.name })
  const manifest = page.manifest && documentOf(JSON.stringify(named(page.manifest)), 'application/manifest+json')

  const worker = page.worker && documentOf(withSettings(page.worker, config), 'text/javascript; charset=utf-8')

  app.get('/', (request, reply) => sendDocument(request, reply, shell))
  app.get('/index.html', (request, reply) => sendDocument(request, reply, shell))
  if (manifest) app.get('/manifest.webmanifest', (request, reply) => sendDocument(request, reply, manifest))
  if (worker) app.get('/sw.js', (request, reply) => sendDocument(request, reply, worker))
  await app.register(fastifyStatic, {
    root: page.directory,
    index: false,
    wildcard: false,
    preCompressed: true,
    // In part they are of no use to anybody.
    acceptRanges: false,
    cacheControl: false,
    globIgnore: ['index.html*', 'manifest.webmanifest*', 'sw.js*', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/') || page.oldFolderOf(basename(path)) !== undefined
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request: FastifyRequest, reply: FastifyReply) => {
    const [, name = ''] = /^\/assets\/([\w.-]+)$/.exec(request.url) ?? []
    const folder = page.oldFolderOf(name)
    if (folder) return reply.sendFile(name, folder)
    return isNavigation(request) ? sendDocument(request, reply, shell) : null
  }
}
