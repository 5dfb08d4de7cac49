/** What a browser test starts from: a portal, people in roles who are signed in, and a line that can be cut. */
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

/** What makes a role. */
const ROLES = {
  nobody: {},
  staff: { access_onbreak: true, access_mood: true, isCEP: true },
  lead: { access_onbreak: true, onbreak_admin: true, isCEP: true },
  analyst: { access_etl: true },
  admin: { access_onbreak: true, onbreak_admin: true, isCEP: true, isAdmin: true },
} satisfies Record<string, Rights>
export type Role = keyof typeof ROLES

export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface Portal extends PortalProcess {
  /** One call as its caller makes it; fails the test where it is refused. */
  call<C extends CallDeclaration>(
    call: C,
    options?: { as?: string; params?: ParamsIn<C>; body?: BodyIn<C> },
  ): Promise<AnswerOf<C>>
  signIn(person: { email: string; password: string }): Promise<SessionUser>
  /** Somebody whom the admin let in; with `temporaryPassword` they must still choose their own. */
  addPerson(person?: { name?: string; rights?: Rights; temporaryPassword?: boolean }): Promise<Person>
}

/** The portal of this process, with the calls that a test arranges things with. */
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
    // Whoever registers has chosen their password.
    const { _id: id } = await (temporaryPassword ? call(registerOther, { as, body }) : call(register, { body }))
    await call(updatePermissions, { as, params: { id }, body: rights })
    return { id, ...person, password: PASSWORD }
  }
  return { ...process, call, signIn, addPerson }
}

interface Fixtures {
  /** A page of somebody in this role, signed in in a browser of their own, and who it is. */
  as(role: Role, name?: string): Promise<{ page: Page; person: Person }>
  /** Does something while this page's browser has no network. */
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

/** Until the worker answers for this page: only then does it open without a network. */
export async function expectControlled(page: Page): Promise<void> {
  // It leads the page a moment before it is ready to.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

interface AxeScope {
  /** Otherwise all of WCAG 2.2 AA. */
  readonly rules?: readonly string[]
  /** Selectors of what is passed over. */
  readonly without?: readonly string[]
}

/** Until nothing fades in or moves any more: half faded nothing has the contrast that it will have. What turns for ever is let. */
const isStill = () =>
  document
    .getAnimations()
    .every(
      (each) =>
        each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
    )

/** Accessibility as a machine can judge it: what fails of what stands on the screen now. */
export async function axeViolations(page: Page, { rules = WCAG, without = [] }: AxeScope = {}): Promise<string[]> {
  // What begins to move does so a frame after it was put there.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction(isStill)
  // Once in a page is enough: the program is as large as the portal.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) }).setLegacyMode()
  for (const selector of without) axe.exclude(selector)
  // Nobody reads what is right with a page: without it the look takes half as long.
  const { violations } = await axe.options({ resultTypes: ['violations'], runOnly: [...rules] }).analyze()
  const told = ({ html, any }: (typeof violations)[number]['nodes'][number]) => `${html} (${any[0]?.message ?? ''})`
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' · ')}`)
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
}
