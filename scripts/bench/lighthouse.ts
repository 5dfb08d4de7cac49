/** Lighthouse scores of the sign-in page, the home page and the board, on desktop and phone, cold, behind TLS. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import type { SessionUser } from '#contract/apps/accounts.ts'
import { getHealth } from '#contract/apps/portal.ts'
import { portalOf } from '../../tests/e2e/fixtures.ts'
import { openPortalProcess } from '../../tests/e2e/portal-process.ts'
import { freePort } from '../../tests/free-port.ts'
import { browserArgs, findBrowser } from '../find-browser.mjs'
import { median, met, printTable, say } from './report.ts'
import { openTlsProxy } from './tls-proxy.ts'

const RUNS = process.argv.includes('--whole') ? 3 : 1
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOAL = 100
const GOAL_OF_PHONES_SPEED = 95
const INES = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }
const PAGES = [
  ['sign-in', '/login', false],
  ['home', '/', true],
  ['board', '/app/onbreak', true],
] as const
const PROFILES = [
  ['desk', desktopConfig],
  ['phone', undefined],
] as const

/** Runs Lighthouse in a fresh browser profile, in which only the session is stored. */
async function judge(
  origin: string,
  path: string,
  me: SessionUser | null,
  config: typeof desktopConfig | undefined,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: [...browserArgs, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
    ignoreHTTPSErrors: true,
  })
  try {
    const page = await browser.newPage()
    await page.goto(origin + getHealth.path)
    if (me) await page.evaluate((user) => localStorage.setItem('userInfo', user), JSON.stringify(me))
    await page.close()
    const flags = {
      port,
      logLevel: 'error' as const,
      onlyCategories: [...CATEGORIES],
      // Otherwise the session would be cleared too.
      disableStorageReset: true,
      enableErrorReporting: false,
    }
    const result = await lighthouse(origin + path, flags, config)
    if (!result) throw new Error('Lighthouse said nothing.')
    return result.lhr
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const scoreOf = ({ categories }: Result, name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)

/** Returns the audits that cost points, those with the greatest weight first. */
function faults({ categories, audits }: Result): string[] {
  const refs = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
  return refs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim())
}

/** `npm run bench -- lighthouse`, with `--whole` the median of three runs each */
export async function lighthouseScores(): Promise<void> {
  const proxy = await openTlsProxy()
  const env = { FOYER_TRUST_PROXY: 'on', FOYER_LIVE_URL: proxy.url.replace(/^https/, 'wss') }
  const portal = await openPortalProcess({ args: ['--demo'], env, patienceMs: 60_000 })
  proxy.to(portal.url)
  const rows: Record<string, string | number>[] = []
  try {
    const me = await portalOf(portal).signIn(INES)
    for (const [profile, config] of PROFILES)
      for (const [name, path, isSignedIn] of PAGES) {
        say(`lighthouse: ${name}, ${profile}`)
        const results: Result[] = []
        for (let run = 0; run < RUNS; run++) results.push(await judge(proxy.url, path, isSignedIn ? me : null, config))
        const scores = CATEGORIES.map((each) => median(results.map((result) => scoreOf(result, each))))
        const goal = profile === 'phone' ? GOAL_OF_PHONES_SPEED : GOAL
        const isMet = scores.every((score, index) => score >= (index === 0 ? goal : GOAL))
        rows.push({
          page: `${name}, ${profile}`,
          ...Object.fromEntries(CATEGORIES.map((each, index) => [each, scores[index] ?? Number.NaN])),
          goal: goal === GOAL ? '100 each' : `${goal}, 100, 100`,
          met: met(isMet),
        })
        const [first] = results
        if (!isMet && first) for (const fault of faults(first)) say(`  ${fault}`)
      }
  } finally {
    await portal.end()
    proxy.close()
  }
  printTable('Lighthouse', rows)
}
