/** Builds the whole server except for listening: tests inject requests into it, `start.ts` opens the ports. */
import compress from '@fastify/compress'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { accountsRoutes } from './apps/accounts/routes.ts'
import { registerImages } from './apps/applications/images.ts'
import { applicationsRoutes } from './apps/applications/routes.ts'
import { logRefusals } from './apps/audit/refusals.ts'
import { auditRoutes } from './apps/audit/routes.ts'
import { checklistRoutes } from './apps/checklist/routes.ts'
import { displaysRoutes } from './apps/displays/routes.ts'
import { displayOf } from './apps/displays/store.ts'
import { apiKeyOf } from './apps/etl/keys.ts'
import { etlRoutes } from './apps/etl/routes.ts'
import { moodRoutes } from './apps/mood/routes.ts'
import { notificationsRoutes } from './apps/notifications/routes.ts'
import { onbreakRoutes } from './apps/onbreak/routes.ts'
import { registerPages } from './apps/portal/pages.ts'
import { portalRoutes } from './apps/portal/routes.ts'
import { reportingRoutes } from './apps/reporting/routes.ts'
import { versionsRoutes } from './apps/versions/routes.ts'
import { registerVideos } from './apps/videos/play.ts'
import { videosRoutes } from './apps/videos/routes.ts'
import type { Db } from './db/tables.ts'
import type { Deps } from './deps.ts'
import { readJsonBodies } from './http/body.ts'
import { endConnections } from './http/connections.ts'
import { answerErrors, answerUnknownCall, answerUnreadable, sendProblem } from './http/errors.ts'
import { securityHeaders, setSecurityHeaders } from './http/headers.ts'
import { limitRates } from './http/limits.ts'
import { type Page, servePage } from './http/page.ts'
import { isApiUrl, isUnderApi, wrongMethods } from './http/paths.ts'
import { badRequest, notFound } from './http/problem.ts'
import { registerCalls } from './http/register-calls.ts'
import type { SignedInCaller } from './http/route.ts'
import { bearer, sessionOf } from './http/sessions.ts'

/** The routes of every part of the API. */
const routes = [
  ...accountsRoutes,
  ...applicationsRoutes,
  ...auditRoutes,
  ...checklistRoutes,
  ...displaysRoutes,
  ...etlRoutes,
  ...moodRoutes,
  ...notificationsRoutes,
  ...onbreakRoutes,
  ...portalRoutes,
  ...reportingRoutes,
  ...versionsRoutes,
  ...videosRoutes,
]

const BODY_LIMIT = 1_048_576

/**
 * Fastify's `trustProxy`: trusts one proxy in front of the portal, or the proxies at the given addresses
 * (FOYER_TRUST_PROXY).
 */
const trustProxyOption = ({ trustProxy }: Deps['config']) =>
  trustProxy === 1 ? (_address: string, hop: number) => hop < 1 : trustProxy === false ? false : [...trustProxy]

/**
 * Returns the caller that a bearer token belongs to: an API key, a display or a signed-in person. Null if the token is
 * unknown.
 */
async function callerOf(db: Db, token: string, now: string): Promise<SignedInCaller | null> {
  for (const lookUp of [apiKeyOf, displayOf, sessionOf]) {
    const caller = await lookUp(db, token, now)
    if (caller) return caller
  }
  return null
}

/**
 * How long a request may take to arrive: enough for a part of a video or a long text over a slow line
 * (src/lib/request-timeout.ts).
 */
const REQUEST_MS = 90_000
/** How long the headers of a request may take to arrive. */
export const HEADERS_MS = 30_000

interface Options {
  readonly page?: Page | null
  readonly logger?: FastifyServerOptions['logger']
}

/** Looks up the caller of each request to the API. */
function lookUpCallers(app: FastifyInstance, { db, clock }: Deps): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const token = isUnderApi(request) ? bearer(request) : null
    if (token) request.caller = await callerOf(db, token, clock())
  })
}

/** Logs one line for each request. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ method, url, ip, caller, log }, { statusCode, elapsedTime }) => {
    log.info({
      method,
      path: url.split('?')[0],
      status: statusCode,
      ms: Math.round(elapsedTime),
      ip,
      user: caller?.id,
    })
  })
}

/** Builds the app. `page` is the built page; null serves the API alone. */
export async function buildApp(deps: Deps, { page = null, logger = false }: Options = {}): Promise<FastifyInstance> {
  const headersOf = securityHeaders(deps.config, page)
  let shell: Awaited<ReturnType<typeof servePage>> = () => null
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS },
    trustProxy: trustProxyOption(deps.config),
    // Requests to a proxy carry an absolute URL (RFC 9112 §3.2.2): strip scheme and host.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // Fastify's own 503 has a body that is not ours; server/http/connections.ts sends it instead.
    return503OnClosing: false,
    ...(logger ? { logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerUnreadable,
    // An address that cannot be decoded reaches no hook, so the headers are set here. A browser gets the shell, which shows
    // that there is no such page.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headersOf(request))
      if (isUnderApi(request)) reply.header('cache-control', 'no-store')
      void (shell(request, reply) ?? sendProblem(reply, badRequest('This address cannot be read.')))
    },
  })
  answerErrors(app)
  readJsonBodies(app)
  // Registered first, so that an error while the caller is looked up carries these headers too.
  setSecurityHeaders(app, headersOf)
  const finishWork = endConnections(app)
  lookUpCallers(app, deps)
  logRequests(app)
  await limitRates(app)
  // Unknown calls are refused before the body is read: the fault is the address or the method, whatever the body's type.
  const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply) => answerUnknownCall(request, reply)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isApiUrl(request.url)) return refuseUnknown(request, reply)
  })
  await app.register(compress, { globalDecompression: false, threshold: 1_024 })
  registerCalls(app, deps, routes, {
    callerOf: (db, token) => callerOf(db, token, deps.clock()),
    onRefusal: logRefusals(deps),
  })
  for (const wrong of wrongMethods) app.route({ ...wrong, onRequest: refuseUnknown, handler: refuseUnknown })
  registerPages(app, deps)
  registerImages(app, deps)
  registerVideos(app, deps)
  if (page) shell = await servePage(app, page, deps.config)
  app.setNotFoundHandler(
    (request, reply) => shell(request, reply) ?? sendProblem(reply, notFound('There is no such page.')),
  )
  // Registered after the `preClose` hooks that end open streams, so that shutdown does not wait for a paused video player.
  app.addHook('preClose', finishWork)
  await app.ready()
  return app
}
