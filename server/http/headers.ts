/** Security headers of every answer, and the content policy for the host name that was asked (offline.md §3.6). */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { askedHost, liveSources } from './live-address.ts'
import type { Page } from './page.ts'
import { isUnderApi } from './paths.ts'

type PageParts = Pick<Page, 'styleNonce' | 'scriptHashes'>

/** The headers for whoever asked by this host name. */
function headersFor(host: string | null, config: Config, page: PageParts | null): OutgoingHttpHeaders {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(page?.scriptHashes ?? [])],
        styleSrc: ["'self'", ...(page?.styleNonce ? [`'nonce-${page.styleNonce}'`] : [])],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...liveSources(config, host)],
        workerSrc: ["'self'"],
        // The analytics that an admin embeds; sandboxed by the page.
        frameSrc: ['https:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain http on localhost is where every portal starts. A name below the portal’s own may be another’s, without TLS.
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

/** Host names that are remembered at once: whoever asks may name any. */
const MOST = 100

/**
 * The security headers of the answer to a request. `page`: the build's nonce, for the styles that Mantine writes into it,
 * and the shell's own scripts; null where there is none.
 */
export function securityHeaders(config: Config, page: PageParts | null) {
  // Spelling them out for each request was a tenth of what a list costs.
  const known = new Map<string | null, OutgoingHttpHeaders>()
  return ({ raw: { headers, socket } }: FastifyRequest): OutgoingHttpHeaders => {
    const host = askedHost({ headers, remoteAddress: socket.remoteAddress }, config.trustProxy)
    const made = known.get(host)
    if (made) return made
    if (known.size >= MOST) known.clear()
    const mine = headersFor(host, config, page)
    known.set(host, mine)
    return mine
  }
}

/** Every answer carries them; what is under /api is kept by no cache. */
export function setSecurityHeaders(app: FastifyInstance, headersOf: ReturnType<typeof securityHeaders>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The worker's own cache, per user, is the only copy of an answer (ASVS 14.3.2).
    if (isUnderApi(request)) reply.header('cache-control', 'no-store')
    done()
  })
}
