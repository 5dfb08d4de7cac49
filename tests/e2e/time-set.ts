import type { BrowserContext } from '@playwright/test'

/** Sets both clocks, the device's and, by the `Date` header of API answers, the server's, which the page goes by. */
export async function setTime(context: BrowserContext, time: Date): Promise<void> {
  await context.clock.setFixedTime(time)
  await context.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: time.toUTCString() } })
  })
}
