import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { lines, registration } = vi.hoisted(() => ({
  lines: { skipped: 0, hear: new Map<string, () => void>() },
  registration: { waiting: null as object | null },
}))
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(type: string, listener: () => void) {
      lines.hear.set(type, listener)
    }
    register = async () => {}
    update = async () => {}
    messageSkipWaiting = () => void lines.skipped++
  },
}))

const reload = vi.fn()
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
  page.registerServiceWorker(() => {})
  await vi.waitFor(() => expect(lines.hear.size).toBe(2))
  return page
}

const become = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Another tab has changed to a new version, which leads this page from now on. */
const takeOver = () => lines.hear.get('controlling')?.()

function write(text: string): void {
  document.body.innerHTML = '<textarea></textarea>'
  const field = document.querySelector('textarea') as HTMLTextAreaElement
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  visibility = 'visible'
  reload.mockReset()
  lines.skipped = 0
  lines.hear.clear()
  registration.waiting = null
  document.body.innerHTML = ''
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => registration }),
  })
})
afterEach(() => {
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
  registration.waiting = {}
  await applyUpdate()
  expect([lines.skipped, reload.mock.calls.length]).toEqual([1, 0])
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
  // Asked whether to leave, the person stayed: that was the one time.
  takeOver()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('in a tab that another one has outdated the button reloads at once', async () => {
  const { applyUpdate } = await openPage()
  takeOver()
  await applyUpdate()
  expect([lines.skipped, reload.mock.calls.length]).toEqual([0, 1])
})

test('where the old worker does not let go the button reloads all the same, and where nothing waits it does nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { applyUpdate } = await openPage()
  await applyUpdate()
  takeOver()
  expect(reload).not.toHaveBeenCalled()
  registration.waiting = {}
  await applyUpdate()
  vi.advanceTimersByTime(9_999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledTimes(1)
})
