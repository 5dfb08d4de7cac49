/** Runs the service worker in a test: fakes the browser's APIs and the events of pages, the network and push services. */
import 'fake-indexeddb/auto'
import { vi } from 'vitest'

/** A browser `Cache`: keyed by address; each match is a clone, so that it can be read any number of times. */
class FakeCache {
  readonly answers = new Map<string, Response>()
  readonly #addressOf = (asked: Request | string) => new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href
  match = async (asked: Request | string) => this.answers.get(this.#addressOf(asked))?.clone()
  put = async (asked: Request | string, answer: Response) => void this.answers.set(this.#addressOf(asked), answer)
  delete = async (asked: Request | string) => this.answers.delete(this.#addressOf(asked))
  keys = async () => [...this.answers.keys()].map((url) => new Request(url))
}

/** The browser's `CacheStorage`. */
class FakeCacheStorage {
  readonly held = new Map<string, FakeCache>()
  async open(name: string) {
    const store = this.held.get(name) ?? new FakeCache()
    this.held.set(name, store)
    return store
  }
  keys = async () => [...this.held.keys()]
  has = async (name: string) => this.held.has(name)
  delete = async (name: string) => this.held.delete(name)
  async match(asked: Request | string, { cacheName }: { cacheName?: string } = {}) {
    const stores = cacheName === undefined ? [...this.held.values()] : [await this.open(cacheName)]
    for (const store of stores) {
      const answer = await store.match(asked)
      if (answer) return answer
    }
    return undefined
  }
}

/** A `Request` that accepts a path relative to the origin, as in a browser. */
class PageRequest extends Request {
  constructor(asked: RequestInfo | URL, init?: RequestInit) {
    super(typeof asked === 'string' ? new URL(asked, ORIGIN) : asked, init)
  }
}

class FakeExtendableEvent extends Event {
  readonly work: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>) {
    this.work.push(work)
  }
}
class FakeFetchEvent extends FakeExtendableEvent {
  readonly request: Request
  answer: Promise<Response> | undefined
  constructor(request: Request) {
    super('fetch')
    this.request = request
  }
  respondWith(answer: Promise<Response>) {
    this.answer = Promise.resolve(answer)
  }
}

const ORIGIN = 'https://portal.test'

interface Options {
  readonly manifest: readonly { readonly url: string; readonly revision: string | null }[]
  readonly cachedPaths: readonly string[]
  /** Imports the worker's code. */
  readonly load: () => Promise<unknown>
}

/** Starts the worker. Called once in a test file, since the worker's modules keep state in memory. */
export async function startWorker({ manifest, cachedPaths, load }: Options) {
  const scope = new EventTarget()
  const stores = new FakeCacheStorage()
  const clients = { claim: vi.fn(async () => {}), matchAll: vi.fn(async () => []), openWindow: vi.fn(async () => null) }
  const registration = { scope: `${ORIGIN}/`, showNotification: vi.fn(async () => {}) }
  const skipWaiting = vi.fn(async () => {})
  const network = vi.fn(async (_request: Request): Promise<Response> => Response.error())
  const globals = {
    ...{ caches: stores, clients, registration, location: new URL(ORIGIN), skipWaiting, fetch: network },
    ...{
      ExtendableEvent: FakeExtendableEvent,
      FetchEvent: FakeFetchEvent,
      Request: PageRequest,
      __WB_MANIFEST: manifest,
      __WB_DISABLE_DEV_LOGS: true,
    },
  }
  for (const [name, value] of Object.entries({ ...globals, __CACHED_PATHS__: cachedPaths })) vi.stubGlobal(name, value)
  vi.stubGlobal('self', Object.assign(scope, globals))
  await load()

  /** Dispatches an event and waits for all that was passed to `waitUntil`; rejects if any of it does. */
  async function happen<T extends FakeExtendableEvent>(event: T): Promise<T> {
    scope.dispatchEvent(event)
    for (let done = 0; done < event.work.length; done++) await event.work[done]
    return event
  }
  return {
    stores,
    clients,
    registration,
    skipWaiting,
    network,
    happens: (kind: string, of: object = {}) => happen(Object.assign(new FakeExtendableEvent(kind), of)),
    /**
     * Sends a page's request to the worker. `answer` is undefined where the worker leaves it to the browser; `settled`
     * resolves once all that the worker waits for is done.
     */
    ask(path: string, { headers = {}, mode = 'cors' }: { headers?: HeadersInit; mode?: RequestMode } = {}) {
      const request = new Request(new URL(path, ORIGIN), { headers })
      Object.defineProperty(request, 'mode', { value: mode })
      const event = new FakeFetchEvent(request)
      const settled = happen(event)
      settled.catch(() => {})
      return { answer: event.answer, settled }
    },
  }
}
