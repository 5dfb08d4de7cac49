/**
 * Security headers of every answer, including the content security policy for the requested host name (offline.md §3.6).
 */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { askedHost, liveSources } from './live-address.ts'
import type { Page } from './page.ts'
import { isUnderApi } from './paths.ts'

type PageParts = Pick<Page, 'styleNonce' | 'scriptHashes'>

/** Builds the headers for requests to this host name. */
function headersFor(host: string | null, config: Config, page: PageParts | null): OutgoingHttpHeaders {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Without `require-trusted-types-for` (offline.md §3.6): Mantine sets its style elements by innerHTML, so the
        // policy would have to let everything pass.
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(page?.scriptHashes ?? [])],
        styleSrc: ["'self'", ...(page?.styleNonce ? [`'nonce-${page.styleNonce}'`] : [])],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...liveSources(config, host)],
        workerSrc: ["'self'"],
        // The analytics that an admin embeds; the page sandboxes the frame. Any host: the shell and its headers are
        // cached by the worker, and an address named in them would be out of date once an admin changes it.
        frameSrc: ['https:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Only behind a proxy: every portal starts out on plain http on localhost. Without subdomains: one may belong to
    // someone else and have no TLS.
    strictTransportSecurity: config.trustProxy !== false && { includeSubDomains: false },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const asked = new IncomingMessage(new Socket())
  const answer = new ServerResponse(asked)
  secure(asked, answer, (error) => {
    if (error) throw error
  })
  answer.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
  return { ...answer.getHeaders() }
}

/** How many host names are cached: a client may send any name. */
const MAX_CACHED_HOSTS = 100

/**
 * Returns a function from a request to its security headers. `page` has the build's nonce, for the styles that Mantine
 * inserts, and the hashes of the shell's own scripts; null if there is no page.
 */
export function securityHeaders(config: Config, page: PageParts | null) {
  // Cached: building the headers for each request took a tenth of the time of a list call.
  const known = new Map<string | null, OutgoingHttpHeaders>()
  return ({ raw: { headers, socket } }: FastifyRequest): OutgoingHttpHeaders => {
    const host = askedHost({ headers, remoteAddress: socket.remoteAddress }, config.trustProxy)
    const cached = known.get(host)
    if (cached) return cached
    if (known.size >= MAX_CACHED_HOSTS) known.clear()
    const built = headersFor(host, config, page)
    known.set(host, built)
    return built
  }
}

/** Adds the security headers to every answer, and `no-store` to those under /api. */
export function setSecurityHeaders(app: FastifyInstance, headersOf: ReturnType<typeof securityHeaders>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The service worker's own cache, one per user, is the only copy of an answer (ASVS 14.3.2).
    if (isUnderApi(request)) reply.header('cache-control', 'no-store')
    done()
  })
}
