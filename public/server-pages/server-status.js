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
const at = (instant) => new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const card = (label, value, note) =>
  el('div', { className: 'card' }, el('dt', {}, label), el('dd', {}, value, el('small', {}, note)))

function draw(status) {
  const { live, database } = status
  const isLevel = live.behind === 0
  show(
    el(
      'p',
      { className: isLevel ? 'state good' : 'state late', role: 'status' },
      isLevel ? '● All is well' : '◐ The live board is catching up',
    ),
    el(
      'dl',
      { className: 'cards' },
      card('Up for', duration(Date.parse(status.now) - Date.parse(status.startedAt)), `since ${at(status.startedAt)}`),
      card('Version', status.version, `Node ${status.node.replace(/^v/, '')}`),
      card('Live sockets', live.sockets.toLocaleString(), 'open on this server'),
      card('Changes waiting', live.behind.toLocaleString(), `to be shown, of ${live.rev.toLocaleString()} so far`),
      card(DATABASES[database.kind], bytes(database.bytes), `${status.users.toLocaleString()} users`),
      card('Memory', bytes(status.memoryBytes), 'held by this server'),
      card(
        'Last backup',
        status.lastBackup ? at(status.lastBackup) : '–',
        database.kind === 'postgres' ? 'Postgres is backed up by whoever runs it' : BACKUP_NOTE,
      ),
    ),
    el('p', { className: 'quiet' }, `As of ${new Date(status.now).toLocaleTimeString()}. Renewed every 10 s.`),
  )
}

async function renew() {
  try {
    draw(await ask('/api/status/'))
    setTimeout(renew, EVERY_MS)
  } catch (error) {
    showProblem(error)
  }
}

renew()
