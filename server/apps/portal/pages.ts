/**
 * The two applications that the server renders itself, hardId 6 and 7 (wire.md “Applications”): shells without secrets,
 * whose scripts fetch their content with the stored token. Also the metrics for Prometheus.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { BUILT_IN } from '#contract/apps/applications.ts'
import { isLocal } from '#contract/local-host.ts'
import { BUILT_IN_NAME } from '../../db/built-in.ts'
import type { Deps } from '../../deps.ts'
import { hostName } from '../../http/live-address.ts'
import { notFound } from '../../http/problem.ts'
import { escaped } from '../../lib/html.ts'
import { statusOf } from './status.ts'

const MARK =
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 21V9a8 8 0 0 1 16 0v12"/><path d="M2 21h20"/><path d="M9 21V11.5a3 3 0 0 1 6 0V21"/></svg>'

/** Returns the HTML of a page, whose `main` is filled by `public/server-pages/{script}.js`. */
function shell(portal: string, title: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${escaped(portal)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/server-pages/pages.css">
<script type="module" src="/server-pages/${script}.js"></script>
</head>
<body>
<header><a class="brand" href="/">${MARK}<span>${escaped(portal)}</span></a><a class="back" href="/">Back to Our Apps</a></header>
<main aria-busy="true"><h1>${escaped(title)}</h1><p class="quiet" role="status">Loading...</p></main>
<noscript><p class="quiet">This page needs JavaScript.</p></noscript>
</body>
</html>
`
}

/** Script of each page, by hardId. */
const PAGES: Readonly<Record<number, string>> = { 6: 'api-docs', 7: 'server-status' }

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/

/** Headers that proxies add; each proxy adds some of them. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/**
 * Whether the request comes from this machine itself, and not from a proxy running on it, as far as the proxy
 * identifies itself. It must also name this machine: in a browser running on it, another site's name may lead here.
 */
const isFromThisMachine = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  isLocal(hostName(headers.host) ?? '') &&
  PROXY_HEADERS.every((name) => headers[name] === undefined)

function metricsOf(deps: Deps) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const numbers = {
    sockets: gauge('foyer_live_sockets', 'Open live sockets'),
    rev: gauge('foyer_revision', 'The latest revision of the database'),
    behind: gauge('foyer_live_changes_behind', 'Changes of the board that the viewers were not told of yet'),
    users: gauge('foyer_users', 'Users, deactivated ones included'),
    memory: gauge('process_resident_memory_bytes', 'Resident memory'),
    bytes: gauge('foyer_database_bytes', 'Size of the database'),
    disk: gauge('foyer_disk_free_bytes', 'Room on the disk of the database, where this server can tell'),
    backup: gauge(
      'foyer_last_backup_timestamp_seconds',
      'When the portal last copied its database, since 1970, where it does',
    ),
  }
  const seconds = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  async function text() {
    const status = await statusOf(deps, deps.db, deps.clock())
    numbers.sockets.set(status.live.sockets)
    numbers.rev.set(status.live.rev)
    numbers.behind.set(status.live.behind)
    numbers.users.set(status.users)
    numbers.memory.set(status.memoryBytes)
    numbers.bytes.set(status.database.bytes)
    // A gauge that has no value would be reported as 0.
    if (status.diskFree === null) numbers.disk.remove()
    else numbers.disk.set(status.diskFree)
    if (status.lastBackup === null) numbers.backup.remove()
    else numbers.backup.set(Date.parse(status.lastBackup) / 1000)
    return registry.metrics()
  }
  return { seconds, text }
}

/** Registers the server-rendered pages and `/metrics`. */
export function registerPages(app: FastifyInstance, deps: Deps): void {
  for (const [hardId, script] of Object.entries(PAGES)) {
    const builtIn = BUILT_IN[Number(hardId)]
    if (!builtIn) continue
    const html = shell(deps.config.name, BUILT_IN_NAME[Number(hardId)] ?? '', script)
    app.get(`/app/${builtIn.urlslug}`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html),
    )
  }

  const metrics = metricsOf(deps)
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    metrics.seconds.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw notFound()
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}
