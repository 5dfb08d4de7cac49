import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Fakes the service worker of one version. */
class Version extends EventTarget {
  state = 'installing'
  skipped = 0
  postMessage({ type }: { type: string }) {
    if (type === 'SKIP_WAITING') this.skipped++
  }
  become(state: 'installed' | 'redundant') {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** Fakes the browser's registration, which tells the page about new versions. */
class Registration extends EventTarget {
  installing: Version | null = null
  waiting: Version | null = null
  active: Version | null = new Version()
  update = vi.fn(async () => {})
  find(): Version {
    this.installing = new Version()
    this.dispatchEvent(new Event('updatefound'))
    return this.installing
  }
  install(version = this.find()): Version {
    this.installing = null
    this.waiting = version
    version.become('installed')
    return version
  }
}

let registration: Registration
let container: EventTarget & { controller: object | null }

const reload = vi.fn()
/** The shell that the active version serves. */
let shell = ''
let opened: string[] = []
let shellsRead = 0
let line: typeof import('#src/api/connection.ts')
/** Ends the current page: removes its listeners from the document. */
let leave = () => {}
let visibility: DocumentVisibilityState = 'visible'

/** Imports the module anew, as its state is that of a page: each test is another page, of the version that controls it. */
async function openPage() {
  vi.resetModules()
  const listen = vi.spyOn(document, 'addEventListener')
  leave = () => {
    for (const [type, listener, options] of listen.mock.calls) document.removeEventListener(type, listener, options)
  }
  const page = await import('./service-worker.ts')
  line = await import('#src/api/connection.ts')
  const listened = vi.spyOn(registration, 'addEventListener')
  page.registerServiceWorker(Promise.resolve(), () => {})
  await vi.waitFor(() => expect(listened).toHaveBeenCalled(), 10_000)
  return page
}

const become = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Simulates another tab's change to a new version, which controls this page from now on. */
const takeOver = () => container.dispatchEvent(new Event('controllerchange'))

function write(text: string): void {
  document.body.innerHTML = '<textarea></textarea>'
  const field = document.querySelector('textarea') as HTMLTextAreaElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  visibility = 'visible'
  reload.mockReset()
  shell = ''
  opened = []
  shellsRead = 0
  vi.stubGlobal('fetch', async () => {
    const response = new Response(shell)
    const read = response.text.bind(response)
    response.text = async () => {
      const text = await read()
      // Counted in a later task, once the page has handled the text.
      setTimeout(() => shellsRead++)
      return text
    }
    return response
  })
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(url: string) {
        super()
        opened.push(url)
      }
      terminate() {}
    },
  )
  registration = new Registration()
  container = Object.assign(new EventTarget(), { controller: {}, register: async () => registration })
  document.body.innerHTML = ''
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: container,
  })
})
afterEach(() => {
  // Completes a pending update: until then the page keeps nudging the browser.
  takeOver()
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('reloads once hidden after another tab has updated', async () => {
  await openPage()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  become('hidden')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('retries a failed first registration, at the latest when back online', async () => {
  let tries = 0
  const register = async () => {
    if (++tries < 3) throw new TypeError('no line')
    return registration
  }
  Object.assign(container, { register })
  const opening = openPage()
  await vi.waitFor(() => expect(tries).toBe(2), 10_000)
  line.reportUnreachable()
  line.reportReachable()
  await opening
  expect(tries).toBe(3)
})

test('registers anew when the first version could not be installed', async () => {
  const register = vi.fn(async () => registration)
  Object.assign(container, { register })
  registration.active = null
  const { checkForUpdate } = await openPage()
  checkForUpdate()
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2), 10_000)
  expect(registration.update).not.toHaveBeenCalled()
})

test('reloads at once after another tab has updated if hidden', async () => {
  await openPage()
  become('hidden')
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('does not reload over typed text, and reloads once it is gone', async () => {
  await openPage()
  // The module instance that the page uses.
  const unsaved = await import('#src/lib/unsaved.ts')
  unsaved.watchTextInput()
  write('half a sentence')
  takeOver()
  become('hidden')
  become('visible')
  expect(reload).not.toHaveBeenCalled()
  document.body.innerHTML = ''
  const stop = unsaved.registerUnsaved(() => true)
  become('hidden')
  expect(reload).not.toHaveBeenCalled()
  stop()
  become('hidden')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('reloads on request once the waiting version is active, whatever is typed', async () => {
  const { applyUpdate } = await openPage()
  write('half a sentence')
  const next = registration.install()
  applyUpdate()
  expect([next.skipped, reload.mock.calls.length]).toEqual([1, 0])
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
  // The person was asked whether to leave, and stayed: no second attempt.
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('requests the update once when pressed twice', async () => {
  const { applyUpdate } = await openPage()
  const next = registration.install()
  applyUpdate()
  applyUpdate()
  expect([next.skipped, reload.mock.calls.length]).toEqual([1, 0])
})

test('announces a version that waited before the page was opened', async () => {
  registration.waiting = new Version()
  const { isUpdateWaiting } = await openPage()
  expect(isUpdateWaiting()).toBe(true)
})

test('checks for a new version every hour, and when the page becomes visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await openPage()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 10_000)
  expect(registration.update).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_600_000)
  expect(registration.update).toHaveBeenCalledTimes(1)
  become('hidden')
  expect(registration.update).toHaveBeenCalledTimes(1)
  become('visible')
  expect(registration.update).toHaveBeenCalledTimes(2)
})

test.each([
  [{ type: 'OPEN', path: '/app/etl' }, ['/app/etl']],
  [{ type: 'OPEN', path: 'https://evil.example/' }, ['/']],
  [{ type: 'OPEN' }, []],
  [{ type: 'CLOSE', path: '/app/etl' }, []],
  [null, []],
])('a message %j from the worker navigates to %j', async (data, expected) => {
  vi.resetModules()
  const page = await import('./service-worker.ts')
  const paths: string[] = []
  page.registerServiceWorker(new Promise(() => {}), (path) => paths.push(path))
  container.dispatchEvent(new MessageEvent('message', { data }))
  expect(paths).toEqual(expected)
})

test('the button reloads at once after another tab has updated', async () => {
  const { applyUpdate } = await openPage()
  takeOver()
  applyUpdate()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('reloads also if another tab updates before the first screen is drawn', async () => {
  vi.resetModules()
  const page = await import('./service-worker.ts')
  page.registerServiceWorker(new Promise(() => {}), () => {})
  visibility = 'hidden'
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the very first version neither reloads the page nor is announced', async () => {
  container.controller = null
  registration.active = null
  const { isUpdateWaiting } = await openPage()
  registration.install()
  become('hidden')
  takeOver()
  expect([isUpdateWaiting(), reload.mock.calls.length]).toEqual([false, 0])
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('nudges the browser if the old worker stays, and reloads once in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const { applyUpdate } = await openPage()
  registration.install()
  applyUpdate()
  vi.advanceTimersByTime(9_999)
  expect(reload).not.toHaveBeenCalled()
  expect(opened.length).toBe(19)
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect([reload.mock.calls.length, opened.length]).toEqual([1, 19])
  expect(new Set(opened)).toEqual(new Set(['/nudge.js']))
})

test('a page that the old worker has answered in the middle of the change says so, and its button reloads', async () => {
  const shellOf = (entry: string) =>
    `<script src="/assets/react-1.js"></script><script src="/assets/${entry}.js"></script>`
  // In a separate document the scripts are parsed, but not run.
  const built = new DOMParser().parseFromString(shellOf('index-old'), 'text/html')
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) => built.querySelector(selector))
  shell = shellOf('index-old')
  let page = await openPage()
  await vi.waitFor(() => expect(shellsRead).toBe(1), 10_000)
  expect(page.isUpdateWaiting()).toBe(false)
  leave()
  shell = shellOf('index-new')
  page = await openPage()
  await vi.waitFor(() => expect(page.isUpdateWaiting()).toBe(true), 10_000)
  page.applyUpdate()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a version is announced also where others were found before it, and the newest is the one to change to', async () => {
  const { applyUpdate, isUpdateWaiting, updatesAnnounced } = await openPage()
  for (let n = 0; n < 3; n++) registration.find().become('redundant')
  expect(isUpdateWaiting()).toBe(false)
  registration.install()
  expect(isUpdateWaiting()).toBe(true)
  const next = registration.install()
  expect(updatesAnnounced()).toBe(2)
  applyUpdate()
  expect(next.skipped).toBe(1)
})

test('retries a failed check soon, with a growing delay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { checkForUpdate } = await openPage()
  registration.update.mockRejectedValue(new TypeError('Failed to fetch'))
  checkForUpdate()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(registration.update).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(registration.update).toHaveBeenCalledTimes(2)
  registration.update.mockResolvedValue()
  await vi.advanceTimersByTimeAsync(1)
  expect(registration.update).toHaveBeenCalledTimes(3)
  // Loading the new version's code may fail too while the server restarts.
  registration.find().become('redundant')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(registration.update).toHaveBeenCalledTimes(4)
  registration.install()
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect(registration.update).toHaveBeenCalledTimes(4)
})

test('offline, the next check waits for the connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { checkForUpdate } = await openPage()
  registration.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  line.reportUnreachable()
  checkForUpdate()
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect(registration.update).toHaveBeenCalledTimes(1)
  line.reportReachable()
  expect(registration.update).toHaveBeenCalledTimes(2)
  line.reportUnreachable()
  line.reportReachable()
  expect(registration.update).toHaveBeenCalledTimes(2)
})
