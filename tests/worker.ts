/** The service worker for a test: what a browser gives it, and what pages, the network and push services do to it. */
import 'fake-indexeddb/auto'
import { vi } from 'vitest'

/** A cache as the browser keeps it: by address, each answer to be read as often as one likes. */
class KeptAnswers {
  readonly answers = new Map<string, Response>()
  readonly #addressOf = (asked: Request | string) => new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href
  match = async (asked: Request | string) => this.answers.get(this.#addressOf(asked))?.clone()
  put = async (asked: Request | string, answer: Response) => void this.answers.set(this.#addressOf(asked), answer)
  delete = async (asked: Request | string) => this.answers.delete(this.#addressOf(asked))
  keys = async () => [...this.answers.keys()].map((url) => new Request(url))
}

class Stores {
  readonly held = new Map<string, KeptAnswers>()
  async open(name: string) {
    const store = this.held.get(name) ?? new KeptAnswers()
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

/** As in a browser an address may be given from the origin on. */
class PageRequest extends Request {
  constructor(asked: RequestInfo | URL, init?: RequestInit) {
    super(typeof asked === 'string' ? new URL(asked, ORIGIN) : asked, init)
  }
}

class Happening extends Event {
  readonly work: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>) {
    this.work.push(work)
  }
}
class Asked extends Happening {
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
  /** Loads the worker's code. */
  readonly load: () => Promise<unknown>
}

/** Starts it, once in a test file: what it keeps in memory is a worker's. */
export async function startWorker({ manifest, cachedPaths, load }: Options) {
  const scope = new EventTarget()
  const stores = new Stores()
  const clients = { claim: vi.fn(async () => {}), matchAll: vi.fn(async () => []), openWindow: vi.fn(async () => null) }
  const registration = { scope: `${ORIGIN}/`, showNotification: vi.fn(async () => {}) }
  const skipWaiting = vi.fn(async () => {})
  const network = vi.fn(async (_request: Request): Promise<Response> => Response.error())
  const globals = {
    ...{ caches: stores, clients, registration, location: new URL(ORIGIN), skipWaiting, fetch: network },
    ...{
      ExtendableEvent: Happening,
      FetchEvent: Asked,
      Request: PageRequest,
      __WB_MANIFEST: manifest,
      __WB_DISABLE_DEV_LOGS: true,
    },
  }
  for (const [name, value] of Object.entries({ ...globals, __CACHED_PATHS__: cachedPaths })) vi.stubGlobal(name, value)
  vi.stubGlobal('self', Object.assign(scope, globals))
  await load()

  /** Settles with what comes of all that the worker has asked to be waited for; rejects where that does. */
  async function happen<T extends Happening>(event: T): Promise<T> {
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
    happens: (kind: string, of: object = {}) => happen(Object.assign(new Happening(kind), of)),
    /** What a page gets that asks; undefined where the browser asks the network itself. `settled`: once all is written. */
    ask(path: string, { headers = {}, mode = 'cors' }: { headers?: HeadersInit; mode?: RequestMode } = {}) {
      const request = new Request(new URL(path, ORIGIN), { headers })
      Object.defineProperty(request, 'mode', { value: mode })
      const event = new Asked(request)
      const settled = happen(event)
      settled.catch(() => {})
      return { answer: event.answer, settled }
    },
  }
}
