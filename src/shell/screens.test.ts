/** Who may open each screen, and where others are redirected: by each single permission, by all, and as admin. */
import { createMemoryHistory } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { knownRoutes } from '#contract/screens.ts'
import { eachFlag, FLAG_NAMES, type FlagName } from '#contract/who.ts'
import { session } from '#src/api/session.ts'
import { makeRouter } from '#src/router.tsx'
import { network } from '#tests/page.tsx'

type Part = FlagName | 'admin'

/** Who may open a screen and where others are redirected, by hand from spec §2 and §6. Other screens are open to all. */
const CLOSED: Readonly<Record<string, { readonly to: readonly Part[]; readonly otherwise: string }>> = {
  '/version/:id/edit': { to: ['admin'], otherwise: '/' },
  '/app/etl': { to: ['access_etl', 'admin'], otherwise: '/' },
  '/app/vid': { to: ['isCEP', 'admin'], otherwise: '/' },
  '/app/onbreak/:id/edit': { to: ['onbreak_admin'], otherwise: '/app/onbreak' },
  '/app/onbreak/types': { to: ['onbreak_admin'], otherwise: '/app/onbreak' },
  '/app/onbreak/displays': { to: ['onbreak_admin', 'admin'], otherwise: '/app/onbreak' },
  '/app/mood-report': { to: ['access_mood', 'admin'], otherwise: '/' },
  '/app/onboarding': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/new-user': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/old-user': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/todos': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/todos/:id/edit': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/departments': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/departments/:id/edit': { to: ['admin'], otherwise: '/' },
  '/app/onboarding/:id': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/userlist': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/user/:id/edit': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/applicationlist': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/application/:id/edit': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/audit': { to: ['admin'], otherwise: '/' },
  '/frontend-admin/import': { to: ['admin'], otherwise: '/' },
}
/** All screens but those that redirect everybody who is signed in. */
const screens = knownRoutes.filter((path) => !/^\/(?:login|register|frontend-admin\/productlist)$/.test(path))

const who: readonly (readonly [string, readonly Part[]])[] = [
  ['nobody in particular', []],
  ...FLAG_NAMES.map((flag) => [`${flag} alone`, [flag]] as const),
  ['every flag', FLAG_NAMES],
  ['admin alone', ['admin']],
  ['admin with every flag', ['admin', ...FLAG_NAMES]],
]

beforeAll(() => {
  network.listen()
  network.use(http.all('*/api/*', () => HttpResponse.error()))
})
afterEach(() => session.set(null))
afterAll(() => network.close())

function signIn(parts: readonly Part[]): void {
  const flags = eachFlag((flag) => parts.includes(flag))
  const permissions = { ...flags, empType: '', myManager: null, changed_password: true }
  const isAdmin = parts.includes('admin')
  session.set({ _id: 7, id: 7, name: 'Ann', email: 'ann@example.com', isAdmin, permissions, token: 'x' })
}

test('every restricted path is a known screen', () => {
  expect(Object.keys(CLOSED).filter((path) => !knownRoutes.includes(path))).toEqual([])
})

describe.each(who)('%s', (_name, parts) => {
  test('opens these screens, and is led away from the others', async () => {
    signIn(parts)
    const seen: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const path of screens) {
      const address = path.replace(':id', '1')
      const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
      await router.load()
      const rule = CLOSED[path]
      wanted[path] = rule && !rule.to.some((part) => parts.includes(part)) ? rule.otherwise : address
      seen[path] = router.state.location.pathname
    }
    expect(seen).toEqual(wanted)
  })
})
