const AT_LATEST_MS = 2_000

/** Resolves when the browser is idle, so after the first frame; in Safari, which cannot tell, after half a second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS })
    else setTimeout(resolve, AT_LATEST_MS / 4)
  })
