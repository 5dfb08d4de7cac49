/** The whole server but for listening: tests inject requests, `main.ts` does the rest. */
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
import { answerErrors, answerUnknownCall, answerUnreadable } from './http/errors.ts'
import { securityHeaders, setSecurityHeaders } from './http/headers.ts'
import { limitRates } from './http/limits.ts'
import { type Page, servePage } from './http/page.ts'
import { isApiUrl, isUnderApi, wrongMethods } from './http/paths.ts'
import { registerCalls } from './http/register.ts'
import type { SignedIn } from './http/route.ts'
import { bearer, sessionOf } from './http/sessions.ts'

export const routes = [
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

/** One proxy before us, or those at these addresses (FOYER_TRUST_PROXY). */
const proxiesOf = ({ trustProxy }: Deps['config']) =>
  trustProxy === 1 ? (_address: string, hop: number) => hop < 1 : trustProxy === false ? false : [...trustProxy]

/** Who speaks with this token, whichever kind it is of. */
async function callerOf(db: Db, token: string, now: string): Promise<SignedIn | null> {
  for (const look of [apiKeyOf, displayOf, sessionOf]) {
    const caller = await look(db, token, now)
    if (caller) return caller
  }
  return null
}

/** For so long a request may take to come in: a part of a video, or a long text, by a slow line (src/lib/patience.ts). */
const REQUEST_MS = 90_000
/** And so long what it begins with. */
export const HEADERS_MS = 30_000

interface Options {
  readonly page?: Page | null
  readonly logger?: FastifyServerOptions['logger']
}

/** Builds the app from its parts; `page`: the built page, null where the API stands alone. */
export async function buildApp(deps: Deps, { page = null, logger = false }: Options = {}): Promise<FastifyInstance> {
  const headersOf = securityHeaders(deps.config, page)
  let shell: Awaited<ReturnType<typeof servePage>> = () => null
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS },
    trustProxy: proxiesOf(deps.config),
    // As a proxy is asked (RFC 9112 §3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // It would answer in words of its own: server/http/connections.ts.
    return503OnClosing: false,
    ...(logger ? { logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerUnreadable,
    // No hook is asked about an address that cannot be decoded. In a browser the page says that it leads nowhere.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headersOf(request))
      if (isUnderApi(request)) reply.header('cache-control', 'no-store')
      void (
        shell(request, reply) ??
        reply.code(400).type('application/json; charset=utf-8').send('{"detail":"This address cannot be read."}')
      )
    },
  })
  answerErrors(app)
  readJsonBodies(app)
  // First of all: what fails while the caller is looked up has them too.
  setSecurityHeaders(app, headersOf)
  const finishWork = endConnections(app)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const token = isUnderApi(request) ? bearer(request) : null
    if (token) request.caller = await callerOf(deps.db, token, deps.clock())
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip, caller } = request
    const path = request.url.split('?')[0]
    request.log.info({
      method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
      user: caller?.id,
    })
  })
  await limitRates(app)
  // Before a body is read: it may be of any kind, and what is wrong is the address or the method.
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => answerUnknownCall(request, reply)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && isApiUrl(request.url)) return refuse(request, reply)
  })
  await app.register(compress, { globalDecompression: false, threshold: 1_024 })
  registerCalls(app, deps, routes, {
    callerOf: (db, token) => callerOf(db, token, deps.clock()),
    onRefusal: logRefusals(deps),
  })
  for (const wrong of wrongMethods) app.route({ ...wrong, onRequest: refuse, handler: refuse })
  registerPages(app, deps)
  registerImages(app, deps)
  registerVideos(app, deps)
  if (page) shell = await servePage(app, page, deps.config)
  app.setNotFoundHandler((request, reply) => {
    return (
      shell(request, reply) ??
      reply.code(404).type('application/json; charset=utf-8').send('{"detail":"There is no such page."}')
    )
  })
  // After those who end what would go on: nobody waits for a player that is paused.
  app.addHook('preClose', finishWork)
  await app.ready()
  return app
}
