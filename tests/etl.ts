/** Sample ETL runs, and a mock of another server that answers exactly what spec §7 asks for. */
import { HttpResponse, http } from 'msw'
import { RUNS_PER_CALL, type Run } from '#contract/apps/etl.ts'

const NEWEST = Date.now() - 60_000
let count = 0

/** Makes a successful run; each is a minute older than the one made before it. */
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
  return HttpResponse.json(runs.slice(from, from + Number(searchParams.get('limit') ?? RUNS_PER_CALL)))
}

/**
 * Mocks the ETL calls of a server without our additions: it pages its lists but has no summary. `held.runs` is newest first
 * and is read anew with each request.
 */
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
