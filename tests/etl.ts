/** Runs for a test, and a portal of another make that has them: the answers of spec §7 and nothing beyond. */
import { HttpResponse, http } from 'msw'
import { RUNS_A_CALL, type Run } from '#contract/apps/etl.ts'

const NEWEST = Date.now() - 60_000
let count = 0

/** One that went well; each is a minute older than the one before. */
export function runOf(over: Partial<Run> = {}): Run {
  const id = ++count
  return {
    _id: id,
    isSuccessful: true,
    isFixed: false,
    dataSource: 'warehouse',
    tableName: 'orders',
    taskName: `Load orders ${id}`,
    createdAt: new Date(NEWEST - id * 60_000).toISOString(),
    message: '',
    ...over,
  }
}

export const failedRun = (over: Partial<Run> = {}): Run =>
  runOf({ isSuccessful: false, message: 'Connection refused by the warehouse', ...over })

const pageOf = (runs: readonly Run[], request: Request) => {
  const { searchParams } = new URL(request.url)
  const from = runs.findIndex(({ _id }) => _id === Number(searchParams.get('before'))) + 1
  return HttpResponse.json(runs.slice(from, from + Number(searchParams.get('limit') ?? RUNS_A_CALL)))
}

/** `runs`: newest first, and read anew with each call. Its lists page; it counts nothing. */
export const plainEtl = (held: { runs: Run[] }) => [
  http.get('*/api/etl/action/', ({ request }) => pageOf(held.runs, request)),
  http.get('*/api/etl/actionfail/', ({ request }) =>
    pageOf(
      held.runs.filter(({ isSuccessful }) => !isSuccessful),
      request,
    ),
  ),
  http.get('*/api/etl/summary/', () => HttpResponse.json({ detail: 'There is no such page.' }, { status: 404 })),
  http.put<{ id: string }, { isFixed: unknown }>('*/api/etl/action/:id/', async ({ params, request }) => {
    const { isFixed } = await request.json()
    const place = held.runs.findIndex(({ _id }) => _id === Number(params.id))
    const run = held.runs[place]
    if (!run) return HttpResponse.json({ detail: 'There is no such run.' }, { status: 404 })
    held.runs[place] = { ...run, isFixed: isFixed === 'True' }
    return HttpResponse.json(held.runs[place])
  }),
]
