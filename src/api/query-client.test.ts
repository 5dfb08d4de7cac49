import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSessionUser } from '#tests/session-user.ts'

const atOnce = (run: () => void) => run()
/** Lets a test decide when the window is painted. */
const drawing = vi.hoisted(() => ({ afterPaint: (_run: () => void) => {} }))
vi.mock('#src/lib/after-paint.ts', () => ({ afterPaint: (run: () => void) => drawing.afterPaint(run) }))

// Loads the modules anew, as in a page that has not drawn anything yet.
beforeEach(() => {
  vi.resetModules()
  drawing.afterPaint = atOnce
})
afterEach(() => {
  vi.useRealTimers()
})

test('does not refetch a query that failed while the first screen was drawn', async () => {
  const { refetchEarlierPageData, makeQueryClient } = await import('./query-client.ts')
  const client = makeQueryClient()
  const failing = { queryKey: ['fruit'], queryFn: vi.fn(() => Promise.reject(new Error('None.'))), retry: false }
  const leave = new QueryObserver(client, failing).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryState(['fruit'])?.status).toBe('error'), 10_000)
  refetchEarlierPageData(client)
  expect(client.isFetching()).toBe(0)
  leave()
})

async function asked(updatedAt: number): Promise<boolean> {
  const { makeQueryClient } = await import('./query-client.ts')
  const client = makeQueryClient()
  client.setQueryData(['fruit'], 'pear', { updatedAt })
  const fruit = await client.fetchQuery({ queryKey: ['fruit'], queryFn: () => Promise.resolve('apple') })
  return fruit === 'apple'
}

test('does not refetch fresh data of this page', async () => {
  expect(await asked(Date.now())).toBe(false)
})

test('refetches data from the future, as after the clock was set back', async () => {
  expect(await asked(Date.now() + 3_600_000)).toBe(true)
})

/** Refetches a query that holds data, in a window that is painted when the test calls `paint`. */
async function askedAnew() {
  let paint = () => {}
  drawing.afterPaint = (run) => {
    paint = run
  }
  const { makeQueryClient } = await import('./query-client.ts')
  const client = makeQueryClient()
  const queryFn = vi.fn(() => Promise.resolve('an apple'))
  await client.fetchQuery({ queryKey: ['fruit'], queryFn })
  const again = client.fetchQuery({ queryKey: ['fruit'], queryFn, staleTime: 0 })
  // Rejected if the request is never sent.
  again.catch(() => {})
  return { client, queryFn, again, paint: () => paint() }
}

test('draws data that is held before refetching it, and fetches missing data at once', async () => {
  const { queryFn, again, paint } = await askedAnew()
  expect(queryFn).toHaveBeenCalledTimes(1)
  paint()
  await again
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('refetches after a second in a window that is not painted', async () => {
  vi.useFakeTimers()
  const { queryFn, again } = await askedAnew()
  await vi.advanceTimersByTimeAsync(999)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await again
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('does not refetch after a sign-out before the paint', async () => {
  const { client, queryFn, again, paint } = await askedAnew()
  client.clear()
  paint()
  await expect(again).rejects.toThrow()
  // Anything that follows the paint in the same task has run by the next task.
  await new Promise((resolve) => setTimeout(resolve))
  expect(queryFn).toHaveBeenCalledTimes(1)
})

test('never replaces data that is held with the worker’s copy', async () => {
  const { makeQueryClient } = await import('./query-client.ts')
  const { noteCopy } = await import('./copies.ts')
  const client = makeQueryClient()
  const asks = (copy: string) =>
    client.fetchQuery({
      queryKey: ['fruit'],
      queryFn: ({ signal }) => {
        noteCopy(signal)
        return Promise.resolve(copy)
      },
      staleTime: 0,
    })
  expect(await asks('a pear of yesterday')).toBe('a pear of yesterday')
  client.setQueryData(['fruit'], 'an apple')
  await expect(asks('a pear of yesterday')).rejects.toThrow()
  expect(client.getQueryData(['fruit'])).toBe('an apple')
})

test('waits for a slow answer instead of the worker’s copy if kept data was read meanwhile', async () => {
  const { makeQueryClient } = await import('./query-client.ts')
  const { isHeld, noteCopy } = await import('./copies.ts')
  const client = makeQueryClient()
  const fruit = await client.fetchQuery({
    queryKey: ['fruit'],
    queryFn: ({ signal }) => {
      if (isHeld(signal)) return Promise.resolve('an apple of now')
      client.setQueryData(['fruit'], 'a pear of yesterday')
      noteCopy(signal)
      return Promise.resolve('a pear of last week')
    },
  })
  expect(fruit).toBe('an apple of now')
})

test('shows the worker’s copy if no data is held, until the slow answer comes', async () => {
  const { makeQueryClient } = await import('./query-client.ts')
  const { isHeld, noteCopy } = await import('./copies.ts')
  const client = makeQueryClient()
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    if (isHeld(signal)) return Promise.resolve('an apple of now')
    noteCopy(signal)
    return Promise.resolve('a pear of yesterday')
  }
  const seen: unknown[] = []
  const leave = new QueryObserver(client, { queryKey: ['fruit'], queryFn }).subscribe(({ data }) => seen.push(data))
  await vi.waitFor(() => expect(seen.at(-1)).toBe('an apple of now'))
  expect(seen).toContain('a pear of yesterday')
  leave()
})

test('tells the worker that an answer is held, so that it waits for the network', async () => {
  const { makeQueryClient } = await import('./query-client.ts')
  const { send } = await import('./call.ts')
  const { session } = await import('./session.ts')
  const { HELD_HEADER } = await import('#src/lib/page-and-worker.ts')
  const { listPins } = await import('#contract/apps/applications.ts')
  session.set(aSessionUser({ token: 'hers' }))
  const said: boolean[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    said.push(HELD_HEADER in (headers as object))
    return Response.json([])
  })
  const client = makeQueryClient()
  const ask = () =>
    client.fetchQuery({ queryKey: ['pins'], queryFn: ({ signal }) => send(listPins, { signal }), staleTime: 0 })
  await ask()
  await ask()
  expect(said).toEqual([false, true])
  session.set(null)
  vi.unstubAllGlobals()
})

test('shows data of an earlier page until the first screen is drawn, and refetches it then', async () => {
  const { refetchEarlierPageData, makeQueryClient } = await import('./query-client.ts')
  expect(await asked(performance.timeOrigin - 1)).toBe(false)
  refetchEarlierPageData(makeQueryClient())
  expect(await asked(performance.timeOrigin - 1)).toBe(true)
  expect(await asked(Date.now())).toBe(false)
})
