import { ask, el, show, showProblem } from './page.js'

const EVERY_MS = 10_000

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

function bytes(count) {
  let [value, unit] = [count, 0]
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${value.toLocaleString(undefined, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`
}

function duration(ms) {
  const minutes = Math.floor(ms / 60_000)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

const DATABASES = { sqlite: 'SQLite', postgres: 'Postgres' }
const BACKUP_NOTE = 'once a day, each kept a week'
/** Less than a change and its journal may take. */
const FULL_BYTES = 1_000_000
/** A backup needs as much again as the database. */
const LITTLE_BYTES = 200_000_000
const at = (instant) => new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const card = (label, value, note) =>
  el('div', { className: 'card' }, el('dt', {}, label), el('dd', {}, value, el('small', {}, note)))

/** The worst of what there is to say, with its class. */
function standing({ live, diskFree }) {
  if (diskFree !== null && diskFree < FULL_BYTES) return ['bad', '▲ The disk is full: nothing can be saved']
  if (diskFree !== null && diskFree < LITTLE_BYTES) return ['late', '◐ The disk is nearly full']
  if (live.behind > 0) return ['late', '◐ The live board is catching up']
  return ['good', '● All is well']
}

const users = (count) => `${count.toLocaleString()} ${count === 1 ? 'user' : 'users'}`

function draw(status) {
  const { live, database } = status
  const [how, words] = standing(status)
  show(
    el('p', { className: `state ${how}`, role: 'status' }, words),
    el(
      'dl',
      { className: 'cards' },
      card('Up for', duration(Date.parse(status.now) - Date.parse(status.startedAt)), `since ${at(status.startedAt)}`),
      card('Version', status.version, `Node ${status.node.replace(/^v/, '')}`),
      card('Live sockets', live.sockets.toLocaleString(), 'open on this server'),
      card('Changes waiting', live.behind.toLocaleString(), `to be shown, of ${live.rev.toLocaleString()} so far`),
      card(DATABASES[database.kind], bytes(database.bytes), users(status.users)),
      card('Memory', bytes(status.memoryBytes), 'held by this server'),
      ...(status.diskFree === null ? [] : [card('Free disk space', bytes(status.diskFree), 'beside the database')]),
      card(
        'Last backup',
        status.lastBackup ? at(status.lastBackup) : '–',
        database.kind === 'postgres' ? 'Postgres is backed up by whoever runs it' : BACKUP_NOTE,
      ),
    ),
    el('p', { className: 'quiet' }, `As of ${new Date(status.now).toLocaleTimeString()}. Renewed every 10 s.`),
  )
}

let problem = null

async function renew() {
  try {
    draw(await ask('/api/status/'))
    problem = null
  } catch (error) {
    // Said once: drawn again, it would be read out again, and take the focus from its link.
    if (error.message !== problem) showProblem(error)
    problem = error.message
    // Anything else may pass, such as a restart of the portal.
    if (error.status === 401 || error.status === 403) return
  }
  setTimeout(renew, EVERY_MS)
}

renew()
