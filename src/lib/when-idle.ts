const AT_LATEST_MS = 2_000

/** Once the browser has nothing more urgent to do, the first frame above all. Safari has no word for it, and waits a moment. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS })
    else setTimeout(resolve, AT_LATEST_MS / 4)
  })
