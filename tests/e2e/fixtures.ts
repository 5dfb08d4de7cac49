/** What a browser test starts from: a portal, people in roles who are signed in, and a line that can be cut. */
import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import {
  login,
  registerOther,
  type SessionUser,
  updateMyPermissions,
  updatePermissions,
  updateProfile,
} from '#contract/apps/accounts.ts'
import { type AnswerOf, type BodyIn, type CallDeclaration, fillPath, type ParamsIn } from '#contract/call.ts'
import type { FlagName } from '#contract/who.ts'
import { type RunningServer, startServer } from './server.ts'

export { expect } from '@playwright/test'

const ADMIN = { email: 'admin@example.org', password: 'the first of the keys' }
const PASSWORD = 'correct horse battery'

/** The flags that make a role. */
const ROLES = {
  nobody: {},
  staff: { access_onbreak: true, access_mood: true, isCEP: true },
  lead: { access_onbreak: true, onbreak_admin: true, isCEP: true },
  admin: { access_onbreak: true, onbreak_admin: true, isCEP: true, isAdmin: true },
} satisfies Record<string, Partial<Record<FlagName | 'isAdmin', boolean>>>
export type Role = keyof typeof ROLES

export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly session: SessionUser
}

interface NewPerson {
  name?: string
  flags?: Partial<Record<FlagName | 'isAdmin', boolean>>
  /** They still have the password an admin gave them. */
  mustChangePassword?: boolean
}

export interface Portal extends RunningServer {
  readonly admin: typeof ADMIN
  /** One call as its caller makes it; fails the test where it is refused. */
  call<C extends CallDeclaration>(
    call: C,
    options?: { as?: string; params?: ParamsIn<C>; body?: BodyIn<C> },
  ): Promise<AnswerOf<C>>
  addUser(person?: NewPerson): Promise<Person>
}

function portalOf(server: RunningServer): Portal {
  const call: Portal['call'] = async (declaration, { as, params, body } = {}) => {
    const response = await fetch(server.url + fillPath(declaration.path, params ?? {}), {
      method: declaration.method,
      headers: { 'content-type': 'application/json', ...(as ? { authorization: `Bearer ${as}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${declaration.method} ${declaration.path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const signIn = (email: string, password: string) => call(login, { body: { username: email, password } })
  let admin: Promise<SessionUser> | undefined

  const addUser: Portal['addUser'] = async ({ name, flags = {}, mustChangePassword = false } = {}) => {
    admin ??= signIn(ADMIN.email, ADMIN.password)
    const { token: as } = await admin
    const unique = randomUUID().slice(0, 8)
    const called = name ?? `Person ${unique}`
    const email = `${unique}@example.org`
    const temporary = mustChangePassword ? PASSWORD : `${PASSWORD} for now`
    const { _id: id } = await call(registerOther, { as, body: { name: called, email, password: temporary } })
    await call(updatePermissions, { as, params: { id }, body: flags })
    const first = await signIn(email, temporary)
    if (!mustChangePassword) {
      const own = { id, name: called, email, password: PASSWORD }
      await call(updateProfile, { as: first.token, body: own })
      await call(updateMyPermissions, { as: first.token, body: { changed_password: true } })
    }
    return { name: called, email, password: PASSWORD, session: await signIn(email, PASSWORD) }
  }
  return { ...server, admin: ADMIN, call, addUser }
}

/** A browser of its own in which this person is signed in; `baseURL` is the portal. */
export async function contextOf(browser: Browser, portal: Portal, person?: Person): Promise<BrowserContext> {
  const localStorage = person ? [{ name: 'userInfo', value: JSON.stringify(person.session) }] : []
  return browser.newContext({
    baseURL: portal.url,
    storageState: { cookies: [], origins: [{ origin: portal.url, localStorage }] },
  })
}

interface Fixtures {
  /** A page of somebody in this role, signed in, and who it is. */
  as(role: Role, name?: string): Promise<Page & { readonly person: Person }>
  /** A page of somebody who is not signed in. */
  visitor: Page
  /** Does something while this page's browser has no network. */
  whileOffline(page: Page, act: () => Promise<unknown>): Promise<void>
}

export const test = base.extend<Fixtures, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer({ FOYER_ADMIN_EMAIL: ADMIN.email, FOYER_ADMIN_PASSWORD: ADMIN.password })
      await use(portalOf(server))
      await server.end()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ browser, portal }, use) => {
    const context = await contextOf(browser, portal)
    await use(await context.newPage())
    await context.close()
  },
  as: async ({ browser, portal }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role, name) => {
      const person = await portal.addUser({ flags: ROLES[role], ...(name ? { name } : {}) })
      const context = await contextOf(browser, portal, person)
      contexts.push(context)
      return Object.assign(await context.newPage(), { person })
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
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined))
    .toBe(true)
}
