/**
 * The baseline server (floor): node:http, prepared statements of better-sqlite3 (WAL, FULL, one commit per write) and
 * bare `ws`. It has only tokens, a list and a change: no validation, rules, log, revisions or idempotency.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'
import { WebSocketServer } from 'ws'

const { PORT, FILE, PEOPLE } = process.env
const db = new Database(FILE)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  create table if not exists session (token_hash text primary key, user_id integer not null);
  create table if not exists status (user_id integer primary key, name text not null, department text not null,
    away integer not null, break_type text not null, message text not null, left_at text);
`)
/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

if (db.prepare('select count(*) from status').pluck().get() === 0) {
  const person = db.prepare("insert into status values (?, ?, 'Customer Care', 0, '', '', null)")
  const session = db.prepare('insert into session values (?, ?)')
  db.transaction(() => {
    for (let id = 1; id <= Number(PEOPLE); id++) {
      person.run(id, `Person number ${id}`)
      // The same tokens as in `stage.ts`.
      session.run(sha256(`bench-${id}`.padEnd(43, '_')), id)
    }
  })()
}

const userOf = db.prepare('select user_id from session where token_hash = ?').pluck()
const list = db.prepare(`select user_id as userId, name as userName, department as empType, away = 0 as status,
  break_type as breakType, message as customMessage, left_at as timeLeft from status order by name, user_id`)
const one = db.prepare(`select user_id as userId, name as userName, department as empType, away = 0 as status,
  break_type as breakType, message as customMessage, left_at as timeLeft from status where user_id = ?`)
const write = db.prepare('update status set away = ?, break_type = ?, message = ?, left_at = ? where user_id = ?')

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

/** @param {import('node:http').ServerResponse} response @param {number} status @param {string} text */
function send(response, status, text) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** @param {number} userId @param {{status: boolean, breakType?: string, customMessage?: string}} wanted */
function change(userId, { status, breakType = '', customMessage = '' }) {
  write.run(status ? 0 : 1, breakType, customMessage, status ? null : new Date().toISOString(), userId)
  return JSON.stringify(one.get(userId))
}

const server = createServer((request, response) => {
  if (request.url === '/health') return send(response, 200, '{"ok":true}')
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const userId = /** @type {number | undefined} */ (userOf.get(sha256(token)))
  if (userId === undefined) return send(response, 401, '{}')
  if (request.method === 'GET') return send(response, 200, JSON.stringify(list.all()))
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const said = change(userId, JSON.parse(body))
    send(response, 200, said)
    for (const socket of sockets.clients) socket.send(said)
  })
})
server.on('upgrade', (request, socket, head) => {
  const token = new URLSearchParams(request.url?.split('?')[1]).get('ticket') ?? ''
  if (userOf.get(sha256(token)) === undefined) return socket.destroy()
  sockets.handleUpgrade(request, socket, head, (open) => open.send(JSON.stringify(list.all())))
})
// The same as the portal's, so that an idle connection stays open until its next round.
server.keepAliveTimeout = 72_000
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
