/**
 * Another server than ours, which implements section 7 of the spec alone: those calls and no others, records with exactly
 * the fields of section 3, no ETag, no `rev`, no memory of Idempotency-Keys. Its socket needs no ticket and forwards what
 * its clients send. It also serves the built page.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WebSocketRoute } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { type anything, type Records, sampleRecords } from './other-records.ts'

const dist = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

interface Asked {
  /** The user whose token the request carries. */
  readonly me: anything
  readonly id: number
  readonly body: anything
  readonly records: Records
}
type Handler = (asked: Asked) => unknown

const one = (list: anything[], id: number, key = '_id') => {
  const found = list.find((record) => record[key] === id)
  if (!found) throw new Refused(404, 'Not found.')
  return found
}
const nextId = (list: anything[]) => Math.max(0, ...list.map(({ _id }) => _id)) + 1
const add = (list: anything[], record: object) => {
  const made = { _id: nextId(list), ...record }
  list.push(made)
  return made
}
const drop = (list: anything[], id: number, key = '_id') => {
  list.splice(list.indexOf(one(list, id, key)), 1)
  return 'It was deleted.'
}
const signedIn = ({ password: _, ...user }: anything) => user
const seen = ({ password: _, token: __, ...user }: anything) => user
const pick = (body: anything, ...names: string[]) =>
  Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]))
const named = ({ isOffboarding, _id: id, name, email, permissions }: anything) => ({
  id,
  name,
  email,
  empType: permissions.empType,
  isOffboarding: isOffboarding ?? false,
})
const onBoard = (user: anything) => ({
  user: user._id,
  userName: user.name,
  empType: user.permissions.empType,
  status: true,
  breakType: null,
  customMessage: null,
  clockOutTime: null,
})
const setStatus = (record: anything, body: anything) =>
  Object.assign(record, pick(body, 'status', 'breakType', 'customMessage'), {
    clockOutTime: body.status ? null : new Date().toISOString().replace('Z', '123+00:00'),
  })
const FLAGS = [
  ...['access_onbreak', 'onbreak_admin', 'access_mood', 'mood_admin', 'access_etl', 'access_reporting'],
  ...['isCEP', 'isCepManager', 'isCepDeptManager'],
]
const flags = (body: anything) => pick(body, ...FLAGS)
/** Returns the flags in the body; throws unless it has every field of section 7's payload. */
function whole(body: anything): anything {
  const missing = [...FLAGS, 'cepManager', 'dept', 'isAdmin'].find((field) => !(field in body))
  if (missing) throw new Refused(400, `${missing}: This field is required.`)
  return flags(body)
}
const copies = (records: Records, user: anything, isOffboarding: boolean) => {
  for (const todo of records.todos)
    if (todo.isOffboarding === isOffboarding && ['Everyone', user.permissions.empType].includes(todo.empType))
      records.tasks.push({ ...todo, _id: nextId(records.tasks), user: user._id, isChecked: false })
  return 'The checklist was made.'
}
const task = ({ user: _, ...rest }: anything) => rest

/** Every call of section 7 by method and path; `:id` stands for a number. */
const CALLS: Readonly<Record<string, Handler>> = {
  'POST /api/users/login/': ({ body, records }) => {
    const user = records.users.find(({ email, password }) => email === body.username && password === body.password)
    if (!user) throw new Refused(401, 'No active account found with the given credentials')
    return signedIn(user)
  },
  'POST /api/users/register/': ({ body, records }) =>
    signedIn(records.register(pick(body, 'name', 'email', 'password'))),
  'POST /api/users/registerother/': ({ body, records }) =>
    seen(records.register({ ...pick(body, 'name', 'email', 'password', 'isAdmin') }, { empType: body.dept })),
  'GET /api/users/profile/': ({ me }) => seen(me),
  'PUT /api/users/profile/update/': ({ me, body }) =>
    signedIn(Object.assign(me, pick(body, 'name', 'email'), body.password ? { password: body.password } : {})),
  'PUT /api/users/update/:id/': ({ id, body, records }) =>
    seen(Object.assign(one(records.users, id), pick(body, 'name', 'email', 'isAdmin'))),
  'GET /api/users/': ({ records }) =>
    records.users.map((user) => ({ ...pick(user, '_id', 'isAdmin', 'name', 'email'), deactivated: false })),
  'GET /api/users/cepusers/': ({ records }) => records.users.filter(({ permissions }) => permissions.isCEP).map(seen),
  'GET /api/users/cepManagers/': ({ records }) =>
    records.users.filter(({ permissions }) => permissions.isCepManager).map(({ _id, name }) => ({ user: _id, name })),
  'DELETE /api/users/delete/:id/': ({ id, records }) => drop(records.users, id),
  'PUT /api/users/myperms/': ({ me, body }) => Object.assign(me.permissions, pick(body, 'changed_password', 'empType')),
  'GET /api/users/perms/:id/': ({ id, records }) => one(records.users, id).permissions,
  'PUT /api/users/perms/update/:id/': ({ id, body, records }) => {
    const user = one(records.users, id)
    const given = whole(body)
    user.isAdmin = body.isAdmin
    return Object.assign(user.permissions, { ...given, myManager: body.cepManager, empType: body.dept })
  },
  'POST /api/users/perms/create/:id/': ({ id, body, records }) =>
    Object.assign(one(records.users, id).permissions, flags(body ?? {})),
  'GET /api/users/:id/': ({ id, records }) => seen(one(records.users, id)),

  'GET /api/applications/': ({ records }) => ({ applications: records.applications, page: 1, pages: 1 }),
  'GET /api/applications/:id/': ({ id, records }) => one(records.applications, id),
  'POST /api/applications/create/': ({ records }) =>
    add(records.applications, { name: 'Sample name', urlslug: 'sample', image: null, category: '', description: '' }),
  'PUT /api/applications/update/:id/': ({ id, body, records }) =>
    Object.assign(one(records.applications, id), pick(body, 'name', 'urlslug', 'image', 'category', 'description')),
  'POST /api/applications/upload/': () => '/icons/favicon-64.png',
  'DELETE /api/applications/delete/:id/': ({ id, records }) => drop(records.applications, id),

  'GET /api/onbreak/get/': ({ me, records }) => one(records.breaks, me._id, 'user'),
  'GET /api/onbreak/get/:id/': ({ id, records }) => one(records.breaks, id, 'user'),
  'PUT /api/onbreak/update/': ({ me, body, records }) => setStatus(one(records.breaks, me._id, 'user'), body),
  'PUT /api/onbreak/update/:id/': ({ id, body, records }) => setStatus(one(records.breaks, id, 'user'), body),
  'POST /api/onbreak/create/breakdata/': ({ body, records }) => add(records.log, body),
  'POST /api/onbreak/create/:id/': ({ id, records }) => {
    const made = onBoard(one(records.users, id))
    if (!records.breaks.some(({ user }) => user === id)) records.breaks.push(made)
    return made
  },
  'DELETE /api/onbreak/delete/:id/': ({ id, records }) => drop(records.breaks, id, 'user'),
  'GET /api/onbreak/breaktype/': ({ records }) => records.breakTypes,

  'GET /api/checklist/incompleteusers/': ({ records }) =>
    records.users
      .filter(({ _id }) => records.tasks.some(({ user, isChecked }) => user === _id && !isChecked))
      .map((user) => named(user)),
  'GET /api/checklist/usertasks/:id/': ({ id, records }) => records.tasks.filter(({ user }) => user === id).map(task),
  'PUT /api/checklist/usertasks/:id/': ({ id, records }) => {
    for (const each of records.tasks) if (each.user === id) each.isChecked = true
    return 'All tasks were completed.'
  },
  'PUT /api/checklist/todo/check/:id/': ({ id, body, records }) => {
    Object.assign(one(records.tasks, id), pick(body, 'isChecked'))
    return 'The task was changed.'
  },
  'POST /api/checklist/newuser/:id/': ({ id, records }) => copies(records, one(records.users, id), false),
  'POST /api/checklist/olduser/:id/': ({ id, records }) => {
    one(records.users, id).isOffboarding = true
    return copies(records, one(records.users, id), true)
  },
  'GET /api/checklist/employeetodo/': ({ records }) => records.todos.toSorted((a, b) => a.weight - b.weight),
  'POST /api/checklist/employeetodo/': ({ body, records }) =>
    add(records.todos, { ...body, weight: records.todos.length }),
  'GET /api/checklist/employeetodo/:id/': ({ id, records }) => one(records.todos, id),
  'PUT /api/checklist/employeetodo/:id/': ({ id, body, records }) => Object.assign(one(records.todos, id), body),
  'DELETE /api/checklist/employeetodo/:id/': ({ id, records }) => drop(records.todos, id),
  'PUT /api/checklist/employeetodos/': ({ body, records }) => {
    for (const { _id, weight } of body) one(records.todos, _id).weight = weight
    return 'The order was saved.'
  },
  'GET /api/checklist/employeetype/': ({ records }) => records.departments,
  'POST /api/checklist/employeetype/': ({ body, records }) => add(records.departments, body),
  'GET /api/checklist/employeetype/:id/': ({ id, records }) => one(records.departments, id),
  'PUT /api/checklist/employeetype/:id/': ({ id, body, records }) => Object.assign(one(records.departments, id), body),
  'DELETE /api/checklist/employeetype/:id/': ({ id, records }) => drop(records.departments, id),

  'GET /api/etl/table/': ({ records }) => records.tables,
  'GET /api/etl/datasource/': ({ records }) => records.sources,
  'GET /api/etl/action/': ({ records }) => records.runs,
  'GET /api/etl/actionfail/': ({ records }) => records.runs.filter(({ isSuccessful }) => !isSuccessful),
  'GET /api/etl/actionsuccess/': ({ records }) => records.runs.filter(({ isSuccessful }) => isSuccessful),
  'PUT /api/etl/action/:id/': ({ id, body, records }) => {
    Object.assign(one(records.runs, id), { isFixed: body.isFixed === 'True' })
    return 'The run was changed.'
  },

  'GET /api/versions/all/': ({ records }) => records.versions,
  'GET /api/versions/:id/': ({ id, records }) => one(records.versions, id),
  'PUT /api/versions/:id/': ({ id, body, records }) => Object.assign(one(records.versions, id), body),

  'GET /api/mood/incompletedates/': ({ me, records }) =>
    records.periods.filter(({ _id }) => !records.sent.some((each) => each.timePeriod === _id && each.by === me._id)),
  'GET /api/mood/alldates/': ({ records }) => records.periods,
  'GET /api/mood/moodreport/user/:id/': ({ records }) => records.reports,
  'GET /api/mood/moodreport/date/:id/': ({ records }) => records.reports,
  // The spec does not show the response, so this server sends one of its own.
  'POST /api/mood/moodreport/': ({ me, body, records }) => {
    records.sent.push({ ...body, by: me._id })
    return { detail: 'Mood report created.' }
  },
  'GET /api/mood/myreports/': ({ records }) => records.reports,
  'GET /api/mood/deptreports/': ({ records }) => records.reports,
  'GET /api/mood/adminreports/': ({ records }) => records.reports,
}

const WITHOUT_TOKEN = /^(POST \/api\/users\/(login|register)\/|GET \/api\/applications\/:id\/)$/
const patterns = Object.keys(CALLS).map((call) => {
  const [method, path = ''] = call.split(' ')
  return { call, method, path: new RegExp(`^${path.replace(/\/$/, '').replace(':id', '(\\d+)')}/?$`) }
})

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const isJson = request.headers['content-type']?.includes('json')
  return isJson && chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}

function hosted(response: ServerResponse, pathname: string): void {
  const asked = join(dist, decodeURIComponent(pathname))
  const file = extname(asked) && existsSync(asked) ? asked : join(dist, 'index.html')
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
  response.end(readFileSync(file))
}

export interface OtherServer {
  readonly url: string
  readonly records: Records
  /** Every call so far: method and path, and the status of the response. */
  readonly log: { call: string; status: number }[]
  /** Serves a live socket (the page finds its address by spec §7): sends the full list, then what clients send. */
  live(socket: WebSocketRoute): void
  start(): Promise<void>
  stop(): Promise<void>
}

const liveMessage = ({ user: userId, clockOutTime: timeLeft, ...rest }: anything) => ({ userId, timeLeft, ...rest })

/** Opens the server on a free port. With `hasFallback` it answers unknown paths, even of the API, with the page. */
export async function openOtherServer({ hasFallback = false } = {}): Promise<OtherServer> {
  const records = sampleRecords()
  const log: OtherServer['log'] = []
  const viewers = new Set<WebSocketRoute>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://other')
    if (!pathname.startsWith('/api/')) return hosted(response, pathname)
    const found = patterns.find(({ method, path }) => method === request.method && path.test(pathname))
    const body = await bodyOf(request)
    const reply = (status: number, said: unknown) => {
      log.push({ call: `${request.method} ${pathname}`, status })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
    }
    try {
      if (!found && hasFallback && request.method === 'GET') return hosted(response, pathname)
      if (!found) {
        const isKnown = patterns.some(({ path }) => path.test(pathname))
        throw isKnown ? new Refused(405, `Method "${request.method}" not allowed.`) : new Refused(404, 'Not found.')
      }
      const token = request.headers.authorization?.replace(/^Bearer /, '')
      const me = records.users.find((user) => user.token === token)
      if (!me && !WITHOUT_TOKEN.test(found.call))
        throw new Refused(401, 'Authentication credentials were not provided.')
      const handler = CALLS[found.call] as Handler
      reply(200, handler({ me, id: Number(found.path.exec(pathname)?.[1]), body, records }))
    } catch (error) {
      if (error instanceof Refused) return reply(error.status, { detail: error.message })
      throw error
    }
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Server Error (500)</h1>'),
    )
  })
  const port = await freePort()
  const start = () => new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  await start()
  return {
    url: `http://localhost:${port}`,
    records,
    log,
    live(socket) {
      if (!http.listening) return void socket.close({ code: 1012 })
      viewers.add(socket)
      socket.onClose(() => viewers.delete(socket))
      socket.onMessage((said) => {
        for (const viewer of viewers) viewer.send(said)
      })
      socket.send(JSON.stringify(records.breaks.map(liveMessage)))
    },
    start,
    async stop() {
      for (const viewer of viewers) void viewer.close({ code: 1012 })
      viewers.clear()
      const closed = new Promise((resolve) => http.close(resolve))
      http.closeAllConnections()
      await closed
    },
  }
}
