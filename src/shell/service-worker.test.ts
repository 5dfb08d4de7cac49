import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** One version, as far as a page hears of it. */
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

/** What the browser knows of the portal's worker; a page that is led by it hears of the next version. */
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
/** The shell of the version that leads, and the workers that the page has opened. */
let shell = ''
let opened: string[] = []
let shellsRead = 0
let line: typeof import('#src/api/connection.ts')
/** What a page hears of the document it hears until it goes. */
let leave = () => {}
let visibility: DocumentVisibilityState = 'visible'

/** The module anew: it is a page's, and each test is another page, led by the version that it is of. */
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
/** Another tab has changed to a new version, which leads this page from now on. */
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
      // Once the page has done what it does of it.
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
  // A page that changes to the next version reminds the browser until it has.
  takeOver()
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a tab that another one has outdated follows once nobody looks', async () => {
  await openPage()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  become('hidden')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a first version that could not be had is asked for again, at the latest with the line', async () => {
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

test('where the first version could not be installed there is nothing to update: it is begun anew', async () => {
  const register = vi.fn(async () => registration)
  Object.assign(container, { register })
  registration.active = null
  const { checkForUpdate } = await openPage()
  checkForUpdate()
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2), 10_000)
  expect(registration.update).not.toHaveBeenCalled()
})

test('one that nobody looks at follows at once', async () => {
  await openPage()
  become('hidden')
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what somebody has written there stays, and the tab follows when it is gone', async () => {
  await openPage()
  // The same module as the page's, whose fields it follows.
  const unsaved = await import('#src/lib/unsaved.ts')
  unsaved.followWriting()
  write('half a sentence')
  takeOver()
  become('hidden')
  become('visible')
  expect(reload).not.toHaveBeenCalled()
  document.body.innerHTML = ''
  const stop = unsaved.holdUnsaved(() => true)
  become('hidden')
  expect(reload).not.toHaveBeenCalled()
  stop()
  become('hidden')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('who asks for the version that waits gets it once it leads, whatever is written', async () => {
  const { applyUpdate } = await openPage()
  write('half a sentence')
  const next = registration.install()
  applyUpdate()
  expect([next.skipped, reload.mock.calls.length]).toEqual([1, 0])
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
  // Asked whether to leave, the person stayed: that was the one time.
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('pressed twice it is asked for once', async () => {
  const { applyUpdate } = await openPage()
  const next = registration.install()
  applyUpdate()
  applyUpdate()
  expect([next.skipped, reload.mock.calls.length]).toEqual([1, 0])
})

test('one that waited before the page was opened is announced', async () => {
  registration.waiting = new Version()
  const { isUpdateWaiting } = await openPage()
  expect(isUpdateWaiting()).toBe(true)
})

test('whether there is another version is looked at once an hour, and when the page is seen again', async () => {
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
])('of what the worker hands on, %j leads to %j', async (data, expected) => {
  vi.resetModules()
  const page = await import('./service-worker.ts')
  const paths: string[] = []
  page.registerServiceWorker(new Promise(() => {}), (path) => paths.push(path))
  container.dispatchEvent(new MessageEvent('message', { data }))
  expect(paths).toEqual(expected)
})

test('in a tab that another one has outdated the button reloads at once', async () => {
  const { applyUpdate } = await openPage()
  takeOver()
  applyUpdate()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a tab that another one outdates before its first screen is drawn follows as well', async () => {
  vi.resetModules()
  const page = await import('./service-worker.ts')
  page.registerServiceWorker(new Promise(() => {}), () => {})
  visibility = 'hidden'
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the very first version outdates nobody and is not announced', async () => {
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

test('where the old worker does not let go the browser is reminded, and the button reloads in the end, once', async () => {
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
  // In a document of their own scripts are read, not run.
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

test('a check that meets a server being restarted is made again soon, less and less often', async () => {
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
  // Its code, too, may meet a server that is being restarted.
  registration.find().become('redundant')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(registration.update).toHaveBeenCalledTimes(4)
  registration.install()
  await vi.advanceTimersByTimeAsync(3_000_000)
  expect(registration.update).toHaveBeenCalledTimes(4)
})

test('without a line the next check waits for it', async () => {
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
