/** Finds a Chromium for the tests: named by CHROMIUM_PATH, installed, or Playwright's; otherwise installs one. */
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
  // Optional, and not available everywhere.
  run('apt-get', [...install, 'chromium-headless-shell'])
  return installed()
}

/** Returns the program's path. Throws an error that says what to do if there is none. */
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

/**
 * Returns the path of the headless shell, which is a third less work; of the full browser if there is no shell or if
 * CHROMIUM_PATH names one.
 */
export function findShell() {
  const whole = findBrowser()
  return process.env.CHROMIUM_PATH ? whole : (inPath(SHELLS) ?? whole)
}

/**
 * Disabled browser features. The first two render the address bar’s list as pages of their own, which takes as much
 * time as the portal under test; the others are Playwright’s own list, which this one replaces.
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

/** Arguments for the browser: no network traffic but the portal’s, and no sandbox as root, who cannot have one. */
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
