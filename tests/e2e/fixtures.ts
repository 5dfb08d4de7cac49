/** Fixtures of the browser tests: a portal, signed-in people by role, and going offline. */
import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { login, register, registerOther, type SessionUser, updatePermissions } from '#contract/apps/accounts.ts'
import { type AnswerOf, type BodyIn, type CallDeclaration, fillPath, type ParamsIn } from '#contract/call.ts'
import type { FlagName } from '#contract/who.ts'
import { ADMIN, openPortalProcess, type PortalProcess } from './portal-process.ts'

export { expect } from '@playwright/test'
export { ADMIN } from './portal-process.ts'

const PASSWORD = 'correct horse battery'
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Rights = Partial<Record<FlagName | 'isAdmin', boolean>> & { dept?: string }

/** The permissions of each role. */
const ROLES = {
  nobody: {},
  staff: { access_onbreak: true, access_mood: true, isCEP: true },
  lead: { access_onbreak: true, onbreak_admin: true, isCEP: true },
  analyst: { access_etl: true },
  moodAdmin: { access_mood: true, mood_admin: true },
  admin: { access_onbreak: true, onbreak_admin: true, isCEP: true, isAdmin: true },
} satisfies Record<string, Rights>
type Role = keyof typeof ROLES

export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface Portal extends PortalProcess {
  /** Makes a call; throws if it is refused. */
  call<C extends CallDeclaration>(
    call: C,
    options?: { as?: string; params?: ParamsIn<C>; body?: BodyIn<C> },
  ): Promise<AnswerOf<C>>
  signIn(person: { email: string; password: string }): Promise<SessionUser>
  /** Adds a person with these rights; with `temporaryPassword` they must choose their own password first. */
  addPerson(person?: { name?: string; rights?: Rights; temporaryPassword?: boolean }): Promise<Person>
}

/** Extends a portal process by the calls with which a test sets things up. */
export function portalOf(process: PortalProcess): Portal {
  const call: Portal['call'] = async (declaration, { as, params, body } = {}) => {
    const response = await fetch(process.url + fillPath(declaration.path, params ?? {}), {
      method: declaration.method,
      headers: { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${declaration.method} ${declaration.path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const signIn: Portal['signIn'] = ({ email, password }) => call(login, { body: { username: email, password } })
  let admin: Promise<SessionUser> | undefined

  const addPerson: Portal['addPerson'] = async ({ name, rights = {}, temporaryPassword = false } = {}) => {
    admin ??= signIn(ADMIN)
    const { token: as } = await admin
    const unique = randomUUID().slice(0, 8)
    const person = { name: name ?? `Person ${unique}`, email: `${unique}@example.org` }
    const body = { ...person, password: PASSWORD }
    // A person who registers has chosen the password, so it is not temporary.
    const { _id: id } = await (temporaryPassword ? call(registerOther, { as, body }) : call(register, { body }))
    await call(updatePermissions, { as, params: { id }, body: rights })
    return { id, ...person, password: PASSWORD }
  }
  return { ...process, call, signIn, addPerson }
}

interface Fixtures {
  /** Adds a person in this role; returns a page in a browser context of their own, signed in, and the person. */
  as(role: Role, name?: string): Promise<{ page: Page; person: Person }>
  /** Runs `act` while the page's browser context has no network. */
  whileOffline(page: Page, act: () => Promise<unknown>): Promise<void>
}

export const test = base.extend<Fixtures, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const process = await openPortalProcess()
      await use(portalOf(process))
      await process.end()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  as: async ({ browser, portal }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role, name) => {
      const person = await portal.addPerson({ rights: ROLES[role], ...(name ? { name } : {}) })
      const userInfo = JSON.stringify(await portal.signIn(person))
      const origin = { origin: portal.url, localStorage: [{ name: 'userInfo', value: userInfo }] }
      const context = await browser.newContext({
        baseURL: portal.url,
        storageState: { cookies: [], origins: [origin] },
      })
      contexts.push(context)
      return { page: await context.newPage(), person }
    })
    for (const context of contexts) await context.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  whileOffline: async ({}, use) => {
    await use(async (page, act) => {
      await page.context().setOffline(true)
      try {
        await act()
      } finally {
        await page.context().setOffline(false)
      }
    })
  },
})

/** Waits until the service worker controls this page: only then does the page open without a network. */
export async function expectControlled(page: Page): Promise<void> {
  const state = () =>
    page
      .evaluate(async () => {
        const { controller } = navigator.serviceWorker
        // The worker becomes the controller a moment before it is active.
        if (controller?.state === 'activated') return 'controlled'
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
        const workers = [installing, waiting, active].map((worker) => worker?.state ?? 'none').join(', ')
        return `${document.readyState}, controller ${controller?.state ?? 'none'}, workers ${workers}`
      })
      .catch((error: Error) => error.message)
  await expect.poll(state, { timeout: 60_000 }).toBe('controlled')
}

interface AxeScope {
  /** Ids or tags of axe rules; by default all of WCAG 2.2 AA. */
  readonly rules?: readonly string[]
  /** Selectors of elements to skip. */
  readonly without?: readonly string[]
}

/** Whether all animations are over, endless ones aside. An element that is still fading in has too little contrast. */
const isStill = () =>
  document
    .getAnimations()
    .every(
      (each) =>
        each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    )

/** Runs axe on the current screen; returns its violations. */
export async function axeViolations(page: Page, { rules = WCAG, without = [] }: AxeScope = {}): Promise<string[]> {
  // An animation begins a frame after its element is inserted.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction(isStill)
  // axe is as large as the portal, so it is loaded once a page.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) }).setLegacyMode()
  for (const selector of without) axe.exclude(selector)
  // Only violations are reported, which takes half as long.
  const { violations } = await axe.options({ resultTypes: ['violations'], runOnly: [...rules] }).analyze()
  const told = ({ html, any }: (typeof violations)[number]['nodes'][number]) => `${html} (${any[0]?.message ?? ''})`
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' · ')}`)
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
}
