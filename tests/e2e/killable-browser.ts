/** A browser that can be shot, to see what is on its disk when it starts again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { browserArgs, findBrowser } from '../../scripts/find-browser.mjs'

export interface Running {
  readonly page: Page
  /** All that it has written to its own log so far. */
  said(): string
  /** SIGKILL to every process of it, at once. */
  kill(): Promise<void>
}

/** Playwright's own launch would close it politely; this one is a process group that can be shot. */
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

/** It threw a database away, for a write that a kill had cut in half. */
export const hasLostDatabase = ({ said }: Running) => said().includes('recovering from a corrupted')

/** Chromium writes localStorage seconds late: a kill may take the sign-in along, never what was tapped. */
export async function openBoard(page: Page, url: string, me: SessionUser): Promise<void> {
  await page.goto(`${url}/manifest.webmanifest`)
  await page.evaluate((userInfo) => localStorage.setItem('userInfo', userInfo), JSON.stringify(me))
  await page.goto(`${url}/app/onbreak`)
}
