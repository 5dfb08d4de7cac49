/** A browser that can be killed, to test what it finds on its disk when it starts again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { browserArgs, findBrowser } from '../../scripts/find-browser.mjs'

export interface Running {
  readonly page: Page
  /** The browser's log so far. */
  said(): string
  /** Sends SIGKILL to all processes of the browser at once. */
  kill(): Promise<void>
}

/** Starts a browser as a process group that can be killed; one launched by Playwright would be closed properly. */
export async function launch(profile: string): Promise<Running> {
  const args = [
    ...browserArgs,
    '--headless=new',
    '--no-default-browser-check',
    '--enable-logging=stderr',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child: ChildProcess = spawn(findBrowser(), [...args, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (text) => {
      said += text
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The browser did not start:\n${said}`)))
  })
  const browser: Browser = await chromium.connectOverCDP(endpoint)
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage()
  return {
    page,
    said: () => said,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await gone
      await browser.close().catch(() => {})
    },
  }
}

/** Whether the browser deleted a database as corrupt, after a kill had interrupted a write. */
export const hasLostDatabase = ({ said }: Running) => said().includes('recovering from a corrupted')

/**
 * Opens the board, signed in. Chromium writes localStorage seconds late, so a kill may lose the sign-in, which is therefore
 * set anew; it never loses what was tapped.
 */
export async function openBoard(page: Page, url: string, me: SessionUser): Promise<void> {
  await page.goto(`${url}/manifest.webmanifest`)
  await page.evaluate((userInfo) => localStorage.setItem('userInfo', userInfo), JSON.stringify(me))
  await page.goto(`${url}/app/onbreak`)
}
