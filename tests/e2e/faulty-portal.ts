/** A portal that the browser reaches through a fault proxy. */
import { test as plain } from '@playwright/test'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { type Portal, portalOf } from './fixtures.ts'
import { openPortalProcess, type PortalSettings } from './portal-process.ts'

export interface FaultyPortal {
  /** The portal's own address and calls, past the proxy: a test's setup and checks meet no faults. */
  readonly portal: Portal
  /** The proxy, whose `url` the browser opens. */
  readonly proxy: FaultProxy
  end(): Promise<void>
}

/** Starts a portal behind a fault proxy; page, worker and live socket all go through the proxy. */
export async function openFaultyPortal({ env = {}, ...settings }: PortalSettings = {}): Promise<FaultyPortal> {
  const proxy = await openFaultProxy()
  try {
    // By default the page on localhost would open its live socket at the portal's own port, past the proxy.
    const FOYER_LIVE_URL = proxy.url.replace(/^http/, 'ws')
    const process = await openPortalProcess({ ...settings, env: { FOYER_LIVE_URL, ...env } })
    proxy.to(process.url)
    return {
      portal: portalOf(process),
      proxy,
      async end() {
        await proxy.close()
        await process.end()
      },
    }
  } catch (error) {
    await proxy.close()
    throw error
  }
}

/** Tests with a portal behind a fault proxy, one for each worker. */
export const test = plain.extend<object, { faulty: FaultyPortal }>({
  faulty: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const faulty = await openFaultyPortal()
      await use(faulty)
      await faulty.end()
    },
    { scope: 'worker' },
  ],
})
