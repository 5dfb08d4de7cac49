/** Fills every screen of the portal with data, some of it as long as its field allows. */
import { listUsers, updatePermissions } from '#contract/apps/accounts.ts'
import { createApplication, updateApplication } from '#contract/apps/applications.ts'
import { createDepartment, createTodo, startOffboarding, startOnboarding } from '#contract/apps/checklist.ts'
import { approveDisplay, createDisplayCode } from '#contract/apps/displays.ts'
import { createApiKey, listDataSources, postLineage, setExpectation } from '#contract/apps/etl.ts'
import { listAllReports, listOpenPeriods } from '#contract/apps/mood.ts'
import { createBreakType, getBoard, updateMyBreak } from '#contract/apps/onbreak.ts'
import { listVersions } from '#contract/apps/versions.ts'
import { createVideo } from '#contract/apps/videos.ts'
import { knownRoutes } from '#contract/screens.ts'
import { lineageEvent } from '../lineage-event.ts'
import type { Portal } from './fixtures.ts'

/** An address, and a text that it shows once everything has loaded. */
export type Screen = readonly [path: string, shows: string]

export interface Company {
  /** One screen for each route that shows something of its own to whoever is signed in. */
  readonly routes: readonly Screen[]
  /** Further states of some routes. */
  readonly more: readonly Screen[]
  /** Addresses outside the routes: unknown ones, and pages that the server renders. */
  readonly beside: readonly Screen[]
}

/** Options with which to start a portal for `fillCompany`. */
export const DEMO_ARGS = ['--demo', '--people', '14']
/** The company's admin, who holds every permission. */
export const BOSS = { email: 'ines.okafor@foyer.example', password: 'foyer-demo' }

/** Routes that redirect everybody who is signed in. */
const ELSEWHERE = ['/login', '/register', '/frontend-admin/productlist']
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const LONG = `${WORD} and everybody who works there, on the ground floor`

/** Adds what the sample company lacks; returns the ids that the screens need. */
async function addTheRest({ call }: Portal, as: string) {
  const department = await call(createDepartment, { as, body: { empType: LONG } })
  const todo = { empType: LONG, customMessage: LONG, moreInfo: `${LONG}: https://example.org/${WORD}` }
  const { _id: todoId } = await call(createTodo, { as, body: { ...todo, isOffboarding: false } })
  await call(createTodo, { as, body: { ...todo, isOffboarding: true } })
  const users = await call(listUsers, { as })
  const idOf = (email: string) => users.find((user) => user.email === email)?._id ?? 0
  const [newcomer, leaver] = [idOf('tom.baker@foyer.example'), idOf('nora.lindqvist@foyer.example')]
  for (const id of [newcomer, leaver]) await call(updatePermissions, { as, params: { id }, body: { dept: LONG } })
  await call(startOnboarding, { as, params: { id: newcomer } })
  await call(startOffboarding, { as, params: { id: leaver } })

  const { key } = await call(createApiKey, { as, body: { name: LONG } })
  const run = { source: WORD, job: LONG, outputs: [WORD], time: new Date(Date.now() - 300_000).toISOString() }
  await call(postLineage, {
    as: key,
    body: [run, { ...run, type: 'FAIL', error: `${LONG}\n${WORD}` }].map((event) => lineageEvent(event)),
  })
  const often = { dataSource: WORD, taskName: '', everyMinutes: 1, graceMinutes: 0 }
  await call(setExpectation, { as, body: often })

  const { userCode } = await call(createDisplayCode)
  await call(approveDisplay, { as, body: { code: userCode, name: LONG } })
  await call(createBreakType, { as, body: { breakType: LONG } })
  await call(updateMyBreak, { as, body: { status: false, breakType: LONG, customMessage: WORD } })
  await call(createVideo, { as, body: { title: LONG, url: `https://example.org/${WORD}`, description: LONG } })
  const { _id: applicationId } = await call(createApplication, { as })
  await call(updateApplication, {
    as,
    params: { id: applicationId },
    body: { name: LONG, urlslug: 'a-long-one', image: '', category: LONG, description: LONG },
  })
  const board = await call(getBoard, { as })
  const available = board.find(({ status }) => status)?.userId ?? 0
  return { departmentId: department._id, todoId, newcomer, leaver, applicationId, available }
}

/** Adds to the sample company until every screen has content; returns the screens. */
export async function fillCompany(portal: Portal): Promise<Company> {
  const { call } = portal
  const { _id: id, name, token: as } = await portal.signIn(BOSS)
  await call(updatePermissions, { as, params: { id }, body: { isCepManager: true } })
  const made = await addTheRest(portal, as)
  const [version] = await call(listVersions, { as })
  const report = (await call(listAllReports, { as })).find(({ nominatedEmployee }) => nominatedEmployee !== null)
  const [open] = await call(listOpenPeriods, { as })
  const sources = await call(listDataSources, { as })
  const [source, busy] = [sources.find(({ name }) => name === WORD), sources.find(({ name }) => name !== WORD)]

  /** The id that replaces `:id` in each route. */
  const ids: Readonly<Record<string, number | undefined>> = {
    '/version/:id/edit': version?._id,
    '/app/onbreak/:id/edit': id,
    '/app/onboarding/:id': made.newcomer,
    '/app/onboarding/todos/:id/edit': made.todoId,
    '/app/onboarding/departments/:id/edit': made.departmentId,
    '/frontend-admin/user/:id/edit': made.newcomer,
    '/frontend-admin/application/:id/edit': made.applicationId,
  }
  /** Text that each route shows only once its data has loaded; other routes are done with their heading. */
  const shows: Readonly<Record<string, string | undefined>> = {
    '/': 'Our Apps',
    '/versions': version?.title,
    '/version/:id/edit': 'Details',
    '/app/onbreak': WORD,
    '/app/onbreak/:id/edit': name,
    '/app/onbreak/types': WORD,
    '/app/onbreak/displays': WORD,
    '/app/onbreak/wall': WORD,
    '/app/onboarding': 'Tom Baker',
    '/app/onboarding/:id': WORD,
    '/app/onboarding/todos': WORD,
    '/app/onboarding/todos/:id/edit': 'Todo',
    '/app/onboarding/departments': WORD,
    '/app/onboarding/departments/:id/edit': 'Edit Department',
    '/app/etl': WORD,
    '/app/reporting': 'Onboarding lead time',
    '/app/vid': WORD,
    '/frontend-admin/userlist': 'Tom Baker',
    '/frontend-admin/user/:id/edit': 'Company permissions',
    '/frontend-admin/audit': 'Ines Okafor',
    '/frontend-admin/applicationlist': WORD,
    '/frontend-admin/application/:id/edit': 'URL Slug',
  }
  const screenOf = (route: string): Screen => {
    const given = ids[route]
    if (route.includes(':id') && given === undefined) throw new Error(`${route}: name one to open in every-screen.ts.`)
    return [route.replace(':id', String(given)), shows[route] ?? '']
  }
  return {
    routes: knownRoutes.filter((route) => !ELSEWHERE.includes(route)).map(screenOf),
    more: [
      [`/app/onbreak/${made.available}/edit`, 'Lunch'],
      ['/?keyword=nothing-like-it', 'nothing-like-it'],
      ['/app/onboarding?show=done', 'Done'],
      [`/app/onboarding/${made.leaver}`, WORD],
      ['/app/etl?tab=drill-down', WORD],
      [`/app/etl?tab=drill-down&source=${source?._id}`, 'Steps'],
      [`/app/etl?tab=drill-down&source=${busy?._id}`, 'Success'],
      ['/app/etl?tab=failed', WORD],
      ['/app/etl?tab=keys', WORD],
      [`/app/mood-report?period=${open?._id}`, 'How was your morale?'],
      ['/app/mood-report?view=my', 'Mood Report'],
      ['/app/mood-report?view=all', report?.name ?? ''],
      ['/app/mood-report?view=all&by=report', 'Mood Report'],
      [`/app/mood-report?view=all&user=${report?.user}`, report?.name ?? ''],
      [`/app/mood-report?view=all&by=report&period=${report?.timePeriod}`, 'Votes'],
      [`/app/mood-report?view=all&user=${report?.user}&report=${report?._id}`, 'High Point'],
    ],
    beside: [
      ['/no-such-page', 'Lost your way?'],
      ['/app/a-long-one', 'not found'],
      ['/app/no-such-app', 'not found'],
      ['/app/api-docs', 'API'],
      ['/app/server-status', 'Status'],
    ],
  }
}
