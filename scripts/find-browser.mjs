/** A Chromium for the tests: one that is named, installed or shipped with Playwright; else one is fetched; else it says what to do. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {readonly string[]} names */
const inPath = (names) =>
  (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram)

const installed = () => inPath(NAMES) ?? MAC.find(isProgram)

const playwrights = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

/** @param {string} command @param {readonly string[]} args */
const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0

function fetched() {
  process.stderr.write('No Chromium on this machine: fetching one.\n')
  if (run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']) && playwrights())
    return playwrights()
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return undefined
  run('apt-get', ['update', '-q'])
  const install = ['install', '-y', '-q', '--no-install-recommends']
  run('apt-get', [...install, 'chromium'])
  // Not everywhere to be had, nor needed.
  run('apt-get', [...install, 'chromium-headless-shell'])
  return installed()
}

/** The program's path. Throws a sentence where there is none to be had. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH is “${named}”, where there is no program.`)
  const found = named || installed() || playwrights() || fetched()
  if (!found)
    throw new Error(
      'The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH.',
    )
  return found
}

/** The same without its windows, which is a third less work; the whole one where there is none, or where one is named. */
export function findShell() {
  const whole = findBrowser()
  return process.env.CHROMIUM_PATH ? whole : (inPath(SHELLS) ?? whole)
}

/**
 * What a window does without. The first two draw the address bar’s list as pages of their own, which costs as much time
 * as the portal that is to be looked at; the others are Playwright’s own list, which is replaced by this one.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** What it is started with: nothing but the portal on the network, and no sandbox where root cannot have one. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT}`,
]
