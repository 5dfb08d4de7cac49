/** The list and a durable change, compared with the floor. */
import { Connection, type Load, load } from './http-client.ts'
import { against, median, printTable, quantile, rounds, say, short } from './report.ts'
import { type Subject, withSubjects } from './stage.ts'

const PEOPLE = 500
const ROUNDS = rounds(5)
const SECONDS = 2

interface Figures {
  readonly perSecond: number[]
  readonly p95: number[]
}
const none = (): Figures => ({ perSecond: [], p95: [] })

interface Round extends Pick<Load, 'connections' | 'request'> {
  readonly status?: number
}

async function round(into: Figures, { server }: Subject, { status = 200, ...asked }: Round) {
  const { perSecond, took } = await load({ port: server.port, seconds: SECONDS, status, ...asked })
  into.perSecond.push(perSecond)
  into.p95.push(quantile(took, 0.95))
}

const row = (what: string, { perSecond, p95 }: Figures) => ({
  what,
  'a second': short(median(perSecond)),
  'p95 ms': short(median(p95)),
})
const rowAgainst = (what: string, ours: Figures, floor: Figures, least: number) => ({
  ...row(what, ours),
  ...against(median(ours.perSecond), median(floor.perSecond), { least }),
})

async function tagOf({ server, list }: Subject): Promise<string> {
  const connection = await Connection.open(server.port)
  const { head } = await connection.ask(list(0))
  connection.close()
  return /\r\netag: *(.+)/i.exec(head)?.[1]?.trim() ?? ''
}

/** `npm run bench -- list`: the list of 500 statuses, 16 connections, authenticated. */
export const list = () =>
  withSubjects(PEOPLE, async ({ portal, bare }) => {
    const [floor, whole, unchanged] = [none(), none(), none()]
    const tag = await tagOf(portal)
    for (let count = 1; count <= ROUNDS; count++) {
      say(`list: round ${count} of ${ROUNDS}`)
      await round(floor, bare, { connections: 16, request: bare.list })
      await round(whole, portal, { connections: 16, request: portal.list })
      await round(unchanged, portal, { connections: 16, request: (n) => portal.listAgain(n, tag), status: 304 })
    }
    printTable('List of 500 statuses, authenticated, 16 connections', [
      row('floor', floor),
      rowAgainst('portal', whole, floor, 10),
      rowAgainst('portal, 304', unchanged, floor, 20),
    ])
  })

/** `npm run bench -- changes`: a durable change with validation, rule, idempotency and log rows. */
export const changes = () =>
  withSubjects(PEOPLE, async ({ portal, bare }) => {
    const figures = { bare16: none(), portal16: none(), bare1: none(), portal1: none() }
    // Counted across rounds: a body that changes nothing would not be written.
    const count = { bare: 0, portal: 0 }
    const change = { bare: () => bare.change(count.bare++), portal: () => portal.change(count.portal++) }
    for (let turn = 1; turn <= ROUNDS; turn++) {
      say(`changes: round ${turn} of ${ROUNDS}`)
      await round(figures.bare16, bare, { connections: 16, request: change.bare })
      await round(figures.portal16, portal, { connections: 16, request: change.portal })
      await round(figures.bare1, bare, { connections: 1, request: change.bare })
      await round(figures.portal1, portal, { connections: 1, request: change.portal })
    }
    printTable('Durable change of one’s own status', [
      row('floor, 16 connections', figures.bare16),
      rowAgainst('portal, 16 connections', figures.portal16, figures.bare16, 2),
      row('floor, one connection', figures.bare1),
      rowAgainst('portal, one connection', figures.portal1, figures.bare1, Number((1 / 1.3).toFixed(2))),
    ])
  })
