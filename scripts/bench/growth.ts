/** Which costs grow with the number of people. */
import { Connection, load } from './http-client.ts'
import { median, met, printTable, rounds, say, short } from './report.ts'
import { type Crowd, openCrowd } from './sockets.ts'
import { type Subject, withSubjects } from './stage.ts'

const [FEW, MANY] = [100, 10_000]
const ROUNDS = rounds(4)
const SECONDS = 2
const SOCKETS = 100
const SINGLE = 10

interface Figures {
  readonly subject: Subject
  readonly crowd: Crowd
  readonly perSecond: number[]
  readonly usARow: number[]
  readonly fanOut: number[]
  count: number
}

const stage = async (subject: Subject): Promise<Figures> => ({
  subject,
  crowd: await openCrowd(subject.server.port, SOCKETS, subject.socketPath),
  perSecond: [],
  usARow: [],
  fanOut: [],
  count: 0,
})

async function round(figures: Figures): Promise<void> {
  const { subject, crowd, perSecond, usARow, fanOut } = figures
  const { port } = subject.server
  const connection = await Connection.open(port)
  for (let each = 0; each < SINGLE; each++) {
    const heard = crowd.heard(1)
    const begin = performance.now()
    await connection.ask(subject.change(figures.count++))
    fanOut.push((await heard) - begin)
  }
  connection.close()
  const lists = await load({ port, connections: 1, seconds: SECONDS, request: subject.list, status: 200 })
  usARow.push((median(lists.took) * 1_000) / subject.people)
  const changes = await load({
    port,
    connections: 16,
    seconds: SECONDS,
    request: () => subject.change(figures.count++),
    status: 200,
  })
  perSecond.push(changes.perSecond)
  // Let the frames caused by the load arrive before the next round counts them.
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** `npm run bench -- growth` */
export const growth = () =>
  withSubjects(FEW, ({ portal: small }) =>
    withSubjects(MANY, async ({ portal: large }) => {
      const [few, many] = [await stage(small), await stage(large)]
      for (let turn = 1; turn <= ROUNDS; turn++) {
        say(`growth: round ${turn} of ${ROUNDS}`)
        await round(few)
        await round(many)
      }
      for (const { crowd } of [few, many]) crowd.close()
      const row = (what: string, of: (figures: Figures) => readonly number[], goal: string, most: number) => {
        const [a, b] = [median(of(few)), median(of(many))]
        return {
          what,
          '100 people': short(a),
          '10,000 people': short(b),
          ratio: `${short(b / a)}x`,
          goal,
          met: met(Math.abs(Math.log(b / a)) <= Math.log(most) || (most > 1.15 && b <= a * most)),
        }
      }
      printTable('Growth', [
        row('changes a second, 16 connections', ({ perSecond }) => perSecond, 'within 15 %', 1.15),
        row('list, µs a row', ({ usARow }) => usARow, 'not rising', 1.2),
        row(`one change to the last of ${SOCKETS} sockets, ms`, ({ fanOut }) => fanOut, 'unchanged', 1.2),
      ])
    }),
  )
