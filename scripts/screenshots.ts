/** `npm run screenshots`: the pictures of the README, taken of the sample company. */
import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
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
  for (const shot of SHOTS) await take(browser, portal.url, shot)
} finally {
  await browser.close()
  await portal.end()
}
