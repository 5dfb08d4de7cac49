/**
 * Serves the built page: hashed assets are immutable; the shell and the service worker are revalidated each time and have
 * the configured name filled in.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
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
  // The highest quality would take a second for a tenth of the size, and block everyone meanwhile.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes),
  identity: (bytes) => bytes,
}

/**
 * A document that is compressed once, on the first request for it: compressing at the start would make the start half as
 * long again.
 */
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
      // Fastify's own HEAD routes strip the body themselves and keep the content length.
      .send(request.method === 'HEAD' && request.is404 ? undefined : bytes)
  )
}

/** The built page, as read from disk at the start. */
export interface Page {
  readonly shell: string
  readonly manifest: string | null
  /** The source of the service worker. */
  readonly worker: string | null
  readonly styleNonce: string | null
  /** Hashes of the shell's inline scripts, as the content security policy names them. */
  readonly scriptHashes: readonly string[]
  readonly directory: string
  /**
   * Returns the folder with this file of an earlier release, which open pages may still request. Of several releases that
   * have the name the newest counts.
   */
  oldFolderOf(name: string): string | undefined
}

/** Maps the file names of earlier releases to their folders. */
function readOld(directory: string): ReadonlyMap<string, string> {
  // Oldest first, so that the newest release wins where a name occurs twice.
  const releases = existsSync(directory) ? readdirSync(directory).sort() : []
  const files = releases
    .map((release) => join(directory, release))
    .flatMap((folder) => readdirSync(folder).map((name) => [name, folder] as const))
  return new Map(files)
}

/**
 * Looks up files of earlier releases. A build beside the running portal moves the current page's files there, so the
 * folders are read again whenever the directory has changed.
 */
function earlierReleases(directory: string): Page['oldFolderOf'] {
  const changed = () => statSync(directory, { throwIfNoEntry: false })?.mtimeMs
  let [files, readAt] = [readOld(directory), changed()]
  return (name) => {
    const now = changed()
    if (now !== readAt)
      try {
        ;[files, readAt] = [readOld(directory), now]
      } catch {
        // A build is deleting the oldest release at this moment: the next lookup reads again.
      }
    return files.get(name)
  }
}

/**
 * Reads the built page; null if nothing was built. `npm run build` keeps earlier releases beside it, in `{directory}-old`.
 */
export function readPage(directory: string): Page | null {
  const file = join(directory, 'index.html')
  if (!existsSync(file)) return null
  const shell = readFileSync(file, 'utf8')
  const read = (name: string) =>
    existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : null
  return {
    directory,
    oldFolderOf: earlierReleases(`${directory}-old`),
    shell,
    manifest: read('manifest.webmanifest'),
    worker: read('sw.js'),
    scriptHashes: [...shell.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ),
    styleNonce: /property="csp-nonce" nonce="([^"]+)"/.exec(shell)?.[1] ?? null,
  }
}

/**
 * Whether a request is a navigation: a browser asks for HTML, or a program that accepts anything asks for a known screen.
 */
const isNavigation = ({ method, headers: { accept = '*/*' }, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApiUrl(url) &&
  (accept.includes('text/html') || (accept.includes('*/*') && isKnownRoute(url.split('?', 1)[0] ?? '')))

/**
 * Returns the service worker with the settings (name, policy) mixed into the revisions of shell and manifest. The worker
 * caches both by revision, so changed settings reach installed pages as a release does. The ports only where the policy has
 * them: servers behind one address differ in them, and each would offer the page a new version.
 */
const withSettings = (worker: string, { name, port, livePort, liveUrl }: Config) =>
  worker.replace(/"revision":"(\w+)","url":"(index\.html|manifest\.webmanifest)"/g, (_, revision, url) => {
    const settings = JSON.stringify([revision, name, liveUrl ?? [port, livePort]])
    return `"revision":"${createHash('sha256').update(settings).digest('hex').slice(0, 32)}","url":"${url}"`
  })

/**
 * Serves the page. Returns a handler for paths without a file: it sends files of earlier releases, sends the shell to a
 * navigation, and returns null for the rest.
 */
export async function servePage(app: FastifyInstance, page: Page, config: Config) {
  const shell = documentOf(
    page.shell.replaceAll('%FOYER_NAME%', () => escaped(config.name)),
    'text/html; charset=utf-8',
  )
  const withName = (manifest: string) => ({ ...JSON.parse(manifest), name: config.name, short_name: config.name })
  const manifest = page.manifest && documentOf(JSON.stringify(withName(page.manifest)), 'application/manifest+json')

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
    // Ranges of these files are of no use.
    acceptRanges: false,
    cacheControl: false,
    globIgnore: ['index.html*', 'manifest.webmanifest*', 'sw.js*', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed =
        relative(page.directory, path).startsWith('assets/') || page.oldFolderOf(basename(path)) !== undefined
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
