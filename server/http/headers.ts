/** Security headers of every answer, and the content policy for the host name that was asked (offline.md §3.6). */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { askedHost, liveSources } from './live-address.ts'
import type { Page } from './page.ts'
import { isUnderApi } from './register.ts'

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
    // Plain http on localhost is where every portal starts; a proxy in front adds what belongs to TLS.
    strictTransportSecurity: config.trustProxy !== false,
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

/** `page`: the build's nonce, for the styles that Mantine writes into it, and the shell's own scripts; null where there is none. */
export function setSecurityHeaders(app: FastifyInstance, config: Config, page: PageParts | null): void {
  // Spelling them out for each request was a tenth of what a list costs.
  const known = new Map<string | null, OutgoingHttpHeaders>()
  const remembered = (host: string | null) => {
    const headers = known.get(host)
    if (headers) return headers
    if (known.size >= MOST) known.clear()
    const made = headersFor(host, config, page)
    known.set(host, made)
    return made
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, socket } = request.raw
    reply.headers(remembered(askedHost({ headers, remoteAddress: socket.remoteAddress }, config.trustProxy)))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The worker's own cache, per user, is the only copy of an answer (ASVS 14.3.2).
    if (isUnderApi(request)) reply.header('cache-control', 'no-store')
    done()
  })
}
