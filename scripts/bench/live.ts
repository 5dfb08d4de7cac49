/** How soon changes reach 2,000 live sockets, and the memory of a socket. */
import { Connection } from './http-client.ts'
import { against, median, met, printTable, rounds, say, short, spread } from './report.ts'
import { type Crowd, openCrowd } from './sockets.ts'
import { type Subject, withSubjects } from './stage.ts'

const SOCKETS = 2_000
const PEOPLE = 500
const WARMING = 500
const ROUNDS = rounds(4)
const SINGLE = 10
const BURST = 50
const CONNECTIONS = 16
/** Pause between two changes, so that each is broadcast alone. */
const PAUSE_MS = 60

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Watched {
  readonly subject: Subject
  readonly crowd: Crowd
  readonly connections: readonly Connection[]
  readonly kbASocket: number
  readonly answered: number[]
  readonly last: number[]
  readonly deliveries: number[]
  count: number
}

async function watch(subject: Subject): Promise<Watched> {
  // Warm up: the first sockets also cause costs that are not per socket.
  const first = await openCrowd(subject.server.port, WARMING, subject.socketPath)
  first.close()
  await pause(1_000)
  const before = subject.server.memory()
  const crowd = await openCrowd(subject.server.port, SOCKETS, subject.socketPath)
  await pause(3_000)
  const kbASocket = ((subject.server.memory() - before) * 1_024) / SOCKETS
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(subject.server.port)))
  return { subject, crowd, connections, kbASocket, answered: [], last: [], deliveries: [], count: 0 }
}

async function single(watched: Watched): Promise<void> {
  const [connection] = watched.connections
  if (!connection) return
  const heard = watched.crowd.heard(1)
  const begin = performance.now()
  await connection.ask(watched.subject.change(watched.count++))
  watched.answered.push(performance.now() - begin)
  watched.last.push((await heard) - begin)
  await pause(PAUSE_MS)
}

async function burst(watched: Watched): Promise<void> {
  const heard = watched.crowd.heard(BURST)
  const begin = performance.now()
  const requests = Array.from({ length: BURST }, () => watched.subject.change(watched.count++))
  await Promise.all(
    watched.connections.map(async (connection) => {
      for (let next = requests.shift(); next; next = requests.shift()) await connection.ask(next)
    }),
  )
  watched.deliveries.push((BURST * SOCKETS * 1_000) / ((await heard) - begin))
}

/** `npm run bench -- live` */
export const live = () =>
  withSubjects(PEOPLE, async (subjects) => {
    say(`live: opening ${2 * SOCKETS} sockets`)
    const bare = await watch(subjects.bare)
    const portal = await watch(subjects.portal)
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`live: round ${turn} of ${ROUNDS}`)
      for (const watched of [bare, portal]) for (let each = 0; each < SINGLE; each++) await single(watched)
      for (const watched of [bare, portal]) await burst(watched)
    }
    for (const { crowd, connections } of [bare, portal]) {
      crowd.close()
      for (const connection of connections) connection.close()
    }
    printTable(`One change to the last of ${SOCKETS.toLocaleString('en')} sockets, ms`, [
      { what: 'floor', ...spread(bare.last) },
      {
        what: 'portal',
        ...spread(portal.last),
        ...against(median(portal.last), median(bare.last), { most: 1 }),
      },
      {
        what: 'portal, the answer to who changed it',
        ...spread(portal.answered),
        goal: 'does not wait for the sockets',
        met: met(median(portal.answered) < median(portal.last) / 2),
      },
    ])
    printTable(`${BURST} changes at once: deliveries a second`, [
      { what: 'floor', ...spread(bare.deliveries) },
      {
        what: 'portal',
        ...spread(portal.deliveries),
        ...against(median(portal.deliveries), median(bare.deliveries), { least: 2 }),
      },
    ])
    printTable('Memory of a viewer, kB', [
      { what: 'floor', median: short(bare.kbASocket) },
      {
        what: 'portal',
        median: short(portal.kbASocket),
        ...against(portal.kbASocket, bare.kbASocket, { most: 1.2 }),
      },
    ])
  })
