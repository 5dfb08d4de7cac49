/** Security headers of every answer, and the content policy for the host name that was asked (offline.md §3.6). */
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { askedHost, liveSources } from './live-address.ts'
import type { Page } from './page.ts'
import { isUnderApi } from './register.ts'

/** `page`: the build's nonce, for the styles that Mantine writes into it, and the shell's own scripts; null where there is none. */
export function setSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  page: Pick<Page, 'styleNonce' | 'scriptHashes'> | null,
): void {
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
        connectSrc: [
          "'self'",
          ({ headers, socket }) =>
            liveSources(config, askedHost({ headers, remoteAddress: socket.remoteAddress }, config.trustProxy)).join(
              ' ',
            ),
        ],
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
  app.addHook('onRequest', (request, reply, done) => secure(request.raw, reply.raw, done as (error?: unknown) => void))
  app.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    // The worker's own cache, per user, is the only copy of an answer (ASVS 14.3.2).
    if (isUnderApi(request)) reply.header('cache-control', 'no-store')
  })
}
