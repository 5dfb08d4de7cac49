/** Reads what the browser stores for the portal's origin, from a page of it but without the portal's own code. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

export interface StoredRow {
  readonly key: string
  readonly userId: number
  readonly state: 'pending' | 'acked' | 'rejected'
  readonly attempts: number
  readonly lastError: string | null
  readonly detail: string | null
  readonly body: { readonly status: boolean; readonly customMessage?: string }
  readonly replaces: readonly string[]
}

/** Reads all records of an object store; returns an empty list if there is no such database. */
async function everythingIn<T>(page: Page, database: string, store: string): Promise<T[]> {
  return page.evaluate(
    async ([name, table]) => {
      const isThere = (await indexedDB.databases()).some((each) => each.name === name)
      if (!isThere) return []
      const settled = <V>(request: IDBRequest<V>) =>
        new Promise<V>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await settled(indexedDB.open(name))
      const rows = await settled(db.transaction(table).objectStore(table).getAll())
      db.close()
      return rows
    },
    [database, store] as const,
  )
}

/** Reads the outbox, in the order of the taps. */
export const outboxRows = (page: Page) => everythingIn<StoredRow>(page, 'foyer', 'outbox')

/** Returns all text that the origin stores in IndexedDB, Cache Storage, localStorage and sessionStorage. */
export async function everythingKept(page: Page): Promise<string> {
  const databases = await Promise.all([
    everythingIn(page, 'foyer', 'outbox'),
    everythingIn(page, 'foyer', 'session'),
    everythingIn(page, 'foyer-cache', 'queries'),
  ])
  const elsewhere = await page.evaluate(async () => {
    const answers: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await (await caches.open(name)).match(request, { ignoreVary: true })
        const isText = /json|html/.test(answer?.headers.get('content-type') ?? '')
        answers.push(`${name} ${request.url} ${isText ? await answer?.text() : ''}`)
      }
    return [answers, { ...localStorage }, { ...sessionStorage }]
  })
  return JSON.stringify([databases, elsewhere])
}

/** Fires the worker's `sync` event, as a browser does when it is online again, even with no page of the portal open. */
export async function fireSync(page: Page): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && page.url().startsWith(scopeURL))
      if (mine) resolve(mine.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    tag: 'outbox',
    lastChance: false,
  })
  await cdp.detach()
}

/** Removes background sync, which Safari and Firefox lack: only open tabs send waiting rows then. */
export async function withoutSync(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
}

/** Stops the service worker whatever it is doing, as browsers do; the next event starts it anew. */
export async function stopWorker(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await cdp.detach()
}
