import type { BrowserContext } from '@playwright/test'

/** Both clocks are set: what the page counts by is the server's, as its answers to page and worker tell it. */
export async function setTime(context: BrowserContext, time: Date): Promise<void> {
  await context.clock.setFixedTime(time)
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: time.toUTCString() } })
  })
}
