/** `npm run screenshots`: the pictures of the README, taken of the sample company. */
import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { login } from '#contract/apps/accounts.ts'
import { getBoard, updateBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import { type AnswerOf, type CallDeclaration, fillPath } from '#contract/call.ts'
import { openPortalProcess } from '../tests/e2e/portal-process.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

const FOLDER = 'docs/screenshots'
const DEMO = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

const LAPTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

interface Shot {
  readonly name: string
  readonly path: string
  readonly device: BrowserContextOptions
  readonly colorScheme: 'light' | 'dark'
  readonly signedOut?: true
}

const SHOTS: readonly Shot[] = [
  { name: 'sign-in', path: '/login', device: LAPTOP, colorScheme: 'light', signedOut: true },
  { name: 'home', path: '/', device: LAPTOP, colorScheme: 'light' },
  { name: 'board', path: '/app/onbreak', device: LAPTOP, colorScheme: 'light' },
  { name: 'board-dark', path: '/app/onbreak', device: LAPTOP, colorScheme: 'dark' },
  { name: 'board-phone', path: '/app/onbreak', device: PHONE, colorScheme: 'light' },
  { name: 'home-phone-dark', path: '/', device: PHONE, colorScheme: 'dark' },
]

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(DEMO.email)
  await page.getByLabel('Password').fill(DEMO.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Our Apps' }).waitFor()
}

/** One call to the portal; throws where it refuses. */
async function ask<C extends CallDeclaration>(url: string, call: C, token = '', body?: object, id?: number) {
  const response = await fetch(url + fillPath(call.path, id ? { id } : {}), {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${call.path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as AnswerOf<C>
}

/** A moment worth a picture: we are at lunch, and everybody in sight has a name that this machine's fonts can draw. */
async function setTheScene(url: string): Promise<void> {
  const { token } = await ask(url, login, '', { username: DEMO.email, password: DEMO.password })
  await ask(url, updateMyBreak, token, { status: false, breakType: 'Lunch', customMessage: 'Back at two' })
  for (const { userId, userName, status } of await ask(url, getBoard, token))
    if (!status && /[^\p{Script=Latin}\s'’.-]/u.test(userName))
      await ask(url, updateBreak, token, { status: true }, userId)
}

async function take(browser: Browser, baseURL: string, { name, path, device, colorScheme, signedOut }: Shot) {
  const settings = {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  } as const
  const context = await browser.newContext({ ...device, ...settings, baseURL, colorScheme })
  const page = await context.newPage()
  if (!signedOut) await signIn(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Loading...').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture).png({ palette: true, quality: 90, compressionLevel: 9 }).toFile(`${FOLDER}/${name}.png`)
  await context.close()
  process.stdout.write(`${FOLDER}/${name}.png\n`)
}

mkdirSync(FOLDER, { recursive: true })
const portal = await openPortalProcess({ args: ['--demo'] })
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs] })
try {
  await setTheScene(portal.url)
  for (const shot of SHOTS) await take(browser, portal.url, shot)
} finally {
  await browser.close()
  await portal.end()
}
