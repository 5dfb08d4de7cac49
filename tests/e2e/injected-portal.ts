/** Fills a portal with texts typed by an attacker. */
import { registerOther, updatePermissions } from '#contract/apps/accounts.ts'
import { createApplication, updateApplication } from '#contract/apps/applications.ts'
import { createDepartment, createTodo, startOffboarding, startOnboarding } from '#contract/apps/checklist.ts'
import { createApiKey, postLineage, setExpectation } from '#contract/apps/etl.ts'
import { listOpenPeriods, submitMoodReport } from '#contract/apps/mood.ts'
import { createBreakType, updateBreak } from '#contract/apps/onbreak.ts'
import { createVersion, updateVersion } from '#contract/apps/versions.ts'
import { createVideo } from '#contract/apps/videos.ts'
import { EVERYONE } from '#contract/values.ts'
import { lineageEvent } from '../lineage-event.ts'
import { expect, type Portal } from './fixtures.ts'
import { INJECTIONS, packed } from './injections.ts'

/** Runs `act` for every item, four at a time: the server would refuse more at once. */
async function forEach<T>(items: readonly T[], act: (item: T, index: number) => Promise<unknown>): Promise<void> {
  const left = items.entries()
  const work = async () => {
    for (const [index, item] of left) await act(item, index)
  }
  await Promise.all([work(), work(), work(), work()])
}

/** Adds people who are away: name, department, break type and message are all typed by an attacker. */
export async function fillBoard(portal: Portal, as: string): Promise<void> {
  await forEach(INJECTIONS, async (text, index) => {
    await portal.call(createDepartment, { as, body: { empType: text } })
    await portal.call(createBreakType, { as, body: { breakType: text } })
    const body = { name: text, email: `${index}'onclick='alert(${index})@example.org`, password: 'as long as it takes' }
    const { _id: id } = await portal.call(registerOther, { as, body: { ...body, dept: text } })
    await portal.call(updatePermissions, { as, params: { id }, body: { access_onbreak: true, isCEP: true } })
    const away = { status: false, breakType: text, customMessage: text }
    await portal.call(updateBreak, { as, params: { id }, body: away })
  })
}

/** Names of the applications: each takes three texts, for its name, category and description. */
const NAMES = INJECTIONS.filter((_, index) => index % 3 === 0)

export async function fillCatalogue(portal: Portal, as: string): Promise<void> {
  await forEach(NAMES, async (name, index) => {
    const { _id: id } = await portal.call(createApplication, { as })
    const [, category = '', description = ''] = INJECTIONS.slice(3 * index)
    const update = (urlslug: string, image: string) =>
      portal.call(updateApplication, { as, params: { id }, body: { name, category, description, urlslug, image } })
    for (const text of [name, category, description].filter(Boolean)) {
      await expect(update(text, '')).rejects.toThrow('400')
      await expect(update(`app-${index}`, text)).rejects.toThrow('400')
    }
    await update(`app-${index}`, '')
  })
}

export const noteOf = (text: string) => `<p>before</p>${text}<p title="${text}">after</p>`

export async function fillNotes(portal: Portal, as: string): Promise<void> {
  await forEach(INJECTIONS, async (text) => {
    const { _id: id } = await portal.call(createVersion, { as })
    await portal.call(updateVersion, { as, params: { id }, body: { title: text, text: noteOf(text) } })
  })
}

/** Adds videos; expects the server to accept only addresses that begin with https and a host. */
export async function fillVideos(portal: Portal, as: string): Promise<void> {
  await forEach(INJECTIONS, async (text) => {
    const add = (url: string) => portal.call(createVideo, { as, body: { title: text, url, description: text } })
    if (/^https:\/\/[^/]+\./.test(text)) await add(text)
    else await expect(add(text)).rejects.toThrow('400')
    await add(`https://example.org/#${text.replace(/\s/g, '')}`)
  })
}

export async function fillChecklist(portal: Portal, as: string, user: number): Promise<void> {
  for (const isOffboarding of [false, true])
    for (const moreInfo of packed(10_000))
      await portal.call(createTodo, {
        as,
        body: { empType: EVERYONE, customMessage: 'All of it', moreInfo, isOffboarding },
      })
  await forEach(INJECTIONS, (text, index) =>
    portal.call(createTodo, {
      as,
      body: { empType: EVERYONE, customMessage: text, moreInfo: text, isOffboarding: index % 2 === 1 },
    }),
  )
  await portal.call(startOnboarding, { as, params: { id: user } })
  await portal.call(startOffboarding, { as, params: { id: user } })
}

export async function fillRuns(portal: Portal, as: string): Promise<void> {
  await portal.call(createApiKey, { as, body: { name: packed(150)[0] ?? '', sources: packed(500) } })
  await portal.call(createApiKey, { as, body: { name: packed(150)[9] ?? '' } })
  const facet = { _producer: 'javascript:alert(1)', _schemaURL: 'javascript:alert(1)' }
  const { key } = await portal.call(createApiKey, { as, body: { name: 'A tool' } })
  const events = INJECTIONS.map((text) =>
    lineageEvent({
      ...{ source: text, job: text, outputs: [text], error: text, type: 'FAIL', run: text },
      time: new Date(Date.now() - 60_000).toISOString(),
      facets: {
        processing_engine: { ...facet, name: text, version: text },
        parent: { ...facet, job: { namespace: text, name: text }, run: { runId: text } },
      },
    }),
  )
  await portal.call(postLineage, { as: key, body: events })
  for (const text of INJECTIONS.slice(0, 20))
    await portal.call(setExpectation, {
      as,
      body: { dataSource: text, taskName: text, everyMinutes: 1, graceMinutes: 0 },
    })
}

export async function fillMood(portal: Portal, as: string, nominatedEmployee: number): Promise<void> {
  const period = (await portal.call(listOpenPeriods, { as })).at(-1)
  const [first = '', second = ''] = packed(5_000)
  await portal.call(submitMoodReport, {
    as,
    body: {
      ...{ timePeriod: period?._id ?? 0, moraleLevel: 1, stressLevel: 1, workloadLevel: 1 },
      ...{ moraleComment: first, stressComment: second, workloadComment: first },
      ...{ highComment: second, lowComment: first, extraComment: second },
      ...(period?.isEmployeeOfTheMonthReport ? { nominatedEmployee, nominatedText: first } : {}),
    },
  })
}
