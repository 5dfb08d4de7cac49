/** A browser that goes from screen to screen as the portal's own links do, and records what goes wrong on the way. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { expect, type Portal } from './fixtures.ts'

export interface Walker {
  readonly page: Page
  readonly context: BrowserContext
  /** Dialogs, refusals of the content policy, errors and opened windows, in order. */
  readonly said: readonly string[]
}

/** Opens a browser context with this person signed in; without a person, signed out. */
export async function openWalker(
  browser: Browser,
  portal: Portal,
  person?: { readonly email: string; readonly password: string },
  options: BrowserContextOptions = {},
): Promise<Walker> {
  const userInfo = person && JSON.stringify(await portal.signIn(person))
  const localStorage = userInfo ? [{ name: 'userInfo', value: userInfo }] : []
  const context = await browser.newContext({
    ...options,
    baseURL: portal.url,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] },
  })
  const said: string[] = []
  context.on('dialog', (dialog) => {
    said.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) said.push(`refused: ${message.text()}`)
  })
  context.on('weberror', (error) => said.push(`error: ${error.error()}`))
  const page = await context.newPage()
  context.on('page', (other) => said.push(`opened: ${other.url()}`))
  return { page, context, said }
}

/** Waits until the screen has its heading and nothing is loading. */
export async function expectScreen(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.getByText('Loading...'), path).toHaveCount(0)
}

/** Navigates by the router: the page is not reloaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> }
    }
    return router.navigate({ href })
  }, path)
  await expectScreen(page, path)
}
