/** Answers of another server, which sends the fields of spec §3 and no more. */
import { expect, test } from 'vitest'
import { getProfile, login, logout } from '#contract/apps/accounts.ts'
import { getApplication, listPins } from '#contract/apps/applications.ts'
import { completeUserTasks, deleteTodo, startOffboarding } from '#contract/apps/checklist.ts'
import { listDataSources, listTables } from '#contract/apps/etl.ts'
import { listMyReports, submitMoodReport } from '#contract/apps/mood.ts'
import { getMyBreak, updateMyBreak } from '#contract/apps/onbreak.ts'
import type { CallDeclaration } from '#contract/call.ts'
import { LiveFrame } from '#contract/live.ts'
import { fateOf } from '#src/offline/fate.ts'
import { Unreachable } from './problem.ts'
import { readAnswer } from './read-answer.ts'

const says = (call: CallDeclaration, body: unknown) => readAnswer(call, Response.json(body))
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

const permissions = {
  ...{ access_onbreak: true, onbreak_admin: false, access_mood: true, mood_admin: false, access_etl: false },
  ...{ access_reporting: false, isCEP: true, isCepManager: false, isCepDeptManager: false, changed_password: true },
  empType: null,
}
const ada = { name: 'Ada', email: 'ada@example.org', isAdmin: false }

test.each([{ _id: 7 }, { id: 7 }])('reads a person with %o', async (id) => {
  expect(await says(login, { ...ada, ...id, token: 't', permissions })).toMatchObject({
    _id: 7,
    id: 7,
    permissions: { empType: '', myManager: null },
  })
})

test('reads a session that lacks flags, names the manager, or has its id as text', async () => {
  const session = { _id: '7', ...ada, token: 't' }
  const { changed_password: _, access_onbreak: __, ...some } = permissions
  expect(await says(login, { ...session, permissions: { ...some, myManager: { user: 3, name: 'Bo' } } })).toMatchObject(
    {
      _id: 7,
      permissions: { access_onbreak: false, isCEP: true, changed_password: true, myManager: 3 },
    },
  )
  for (const none of [{}, { permissions: null }, { permissions: {} }])
    expect(await says(login, { ...session, ...none })).toMatchObject({
      permissions: { isCEP: false, changed_password: true, empType: '', myManager: null },
    })
})

test('takes a time that is none for no time', async () => {
  const away = { user: 7, userName: 'Ada', status: false, breakType: 'Lunch' }
  expect(await says(getMyBreak, { ...away, clockOutTime: '12:30' })).toMatchObject({ clockOutTime: null })
  const frame = { userId: 7, userName: 'Ada', status: false, breakType: 'Lunch', timeLeft: '12:30' }
  expect(LiveFrame.parse([frame])).toMatchObject([{ timeLeft: null }])
})

test('accepts a profile without permissions', async () => {
  expect(await says(getProfile, { _id: 7, ...ada })).toEqual({ _id: 7, id: 7, ...ada })
})

test('reads null and missing fields as empty', async () => {
  const away = { breakType: null, customMessage: null, clockOutTime: null, empType: null }
  expect(await says(getMyBreak, { user: 7, userName: 'Ada', status: true, ...away })).toEqual({
    ...{ user: 7, userName: 'Ada', status: true, empType: '' },
    ...{ breakType: '', customMessage: '', clockOutTime: null },
  })
  const wiki = { _id: 9, name: 'Wiki', urlslug: 'wiki', image: null, category: null, description: null }
  expect(await says(getApplication, wiki)).toEqual({ ...wiki, image: '', category: '', description: '', hardId: null })
})

test('accepts a report without its period and the nominee’s id', async () => {
  const levels = { moraleLevel: 4, moraleComment: null, stressLevel: 2, stressComment: '', workloadLevel: 3 }
  const texts = { workloadComment: '', highComment: 'Up.', lowComment: 'Down.', extraComment: null }
  const report = { _id: 1, name: 'Ada', createdAt: '2026-03-02T10:00:00.123456+00:00', ...levels, ...texts }
  const manager = { user: 3, empType: 'Depot' }
  expect(await says(listMyReports, [{ ...report, nominatedEmployeeName: 'Bo', nominatedText: null, manager }])).toEqual(
    [
      {
        ...{ ...report, moraleComment: '', extraComment: '', nominatedEmployee: null },
        ...{ nominatedEmployeeName: 'Bo', nominatedText: '', manager },
      },
    ],
  )
})

test('reads tables and steps as names, whatever is in their lists', async () => {
  const source = { _id: 1, name: 'shop', description: null, totalTables: [{ _id: 4 }, { name: 'orders' }] }
  expect(await says(listDataSources, [{ ...source, totalSteps: [7, 'load'] }])).toEqual([
    { ...source, description: '', totalTables: ['4', 'orders'], totalSteps: ['7', 'load'] },
  ])
  expect(await says(listTables, [{ _id: 1, title: 'orders' }])).toBeUndefined()
})

const answers: Readonly<Record<string, () => Response>> = {
  'a word': () => Response.json('The report was sent.', { status: 201 }),
  'a detail': () => Response.json({ detail: 'Created.' }),
  'nothing, made': () => new Response(null, { status: 201 }),
  'no content': () => new Response(null, { status: 204 }),
}
for (const [name, answer] of Object.entries(answers))
  test(`accepts ${name} as success where the spec shows no answer, from another server and not from ours`, async () => {
    for (const call of [submitMoodReport, completeUserTasks]) {
      expect(await fateOf(call, answer(), true)).toEqual({ is: 'acked', answer: undefined, rev: null, detail: null })
      // With our server, such an answer comes from a gateway.
      expect(await fateOf(call, answer(), false)).toEqual({ is: 'unreachable' })
    }
  })

test('does not accept a page or an empty 200 as success', async () => {
  for (const answer of [() => html('<title>Sign in to the hotel’s network</title>'), () => new Response(null)])
    expect(await fateOf(submitMoodReport, answer(), true)).toEqual({ is: 'unreachable' })
})

test('takes 204 for an answer without content, from another server any that is no page, and never a page', async () => {
  const [sent, said, page] = [
    () => new Response(null, { status: 204 }),
    () => Response.json('Gone.'),
    () => html('Hotel'),
  ]
  for (const isOther of [undefined, true, false]) {
    expect(await readAnswer(deleteTodo, sent(), isOther)).toBeUndefined()
    await expect(readAnswer(deleteTodo, page(), isOther), `${isOther}`).rejects.toBeInstanceOf(Unreachable)
  }
  for (const isOther of [undefined, true]) expect(await readAnswer(logout, said(), isOther)).toBeUndefined()
  await expect(readAnswer(logout, said(), false)).rejects.toBeInstanceOf(Unreachable)
})

test('our server does not answer what it does in a gateway’s words, nor 404 without its own', async () => {
  for (const answer of [() => Response.json({ error: 'No upstream.' }), () => new Response(null, { status: 204 })])
    await expect(readAnswer(startOffboarding, answer(), false)).rejects.toBeInstanceOf(Unreachable)
  const missing = () => new Response('<title>404</title>', { status: 404, headers: { 'content-type': 'text/html' } })
  await expect(readAnswer(listPins, missing(), false)).rejects.toMatchObject({ isOfGateway: true })
  await expect(readAnswer(listPins, missing(), true)).rejects.toMatchObject({ status: 404, isOfGateway: false })
})

test('takes the portal’s page for an unknown call, and a foreign page for no answer', async () => {
  const own = '<meta name="application-name" content="Foyer" />'
  await expect(readAnswer(listPins, html(own))).rejects.toMatchObject({ status: 404, isOurs: false })
  await expect(readAnswer(listPins, html('<title>Hotel</title>'))).rejects.toBeInstanceOf(Unreachable)
  // Every server has this call, so the page in its place means that the server was not reached.
  await expect(readAnswer(getProfile, html(own))).rejects.toBeInstanceOf(Unreachable)
})

test.each([
  ['a gateway that reaches no portal', new Response('<title>502 Bad Gateway</title>', { status: 502 }), true],
  ['a network that wants a sign-in of its own', new Response('<title>Hotel</title>', { status: 511 }), true],
  ['a firewall', new Response('<title>Blocked</title>', { status: 403 }), true],
  ['the portal as it stops', Response.json({ detail: 'The portal is stopping.' }, { status: 503 }), false],
  ['another server, in words of its own', Response.json({ name: ['Required.'] }, { status: 400 }), false],
  ['another server that has no such page', new Response('<title>Not Found</title>', { status: 404 }), false],
  ['a gateway that takes nothing so large', new Response('<title>Too Large</title>', { status: 413 }), false],
  ['another server that broke', new Response('<title>Server Error</title>', { status: 500 }), false],
] as const)('tells whether the portal itself has answered: %s', async (_, response, isOfGateway) => {
  await expect(readAnswer(getMyBreak, response)).rejects.toMatchObject({ isOfGateway })
})

test('says when an overtaken change was made in the reader’s time, not the company’s', async () => {
  const refusal = (overtaken: unknown) =>
    Response.json({ detail: 'Changed by Bo at 03:05, after your change at 03:00.', overtaken }, { status: 409 })
  const [noon, now] = [new Date(), new Date().toISOString()]
  noon.setHours(12, 0, 0, 0)
  const said = async (overtaken: unknown) => {
    const fate = await fateOf(updateMyBreak, refusal(overtaken), false)
    return fate.is === 'rejected' ? fate.detail : fate
  }
  const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  expect(await said({ by: 'Bo', theirs: noon.toISOString(), yours: noon.toISOString() })).toBe(
    `Changed by Bo at ${clock.format(noon)}, just after your change. That one was kept.`,
  )
  const longAgo = '2026-03-05T11:00:00.000Z'
  const dated = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  expect(await said({ by: 'Bo', theirs: now, yours: longAgo })).toBe(
    `Changed by Bo at ${clock.format(new Date(now))}, after your change on ${dated.format(new Date(longAgo))}. That one was kept.`,
  )
  // The later change is the person's own, from another device.
  expect(await said({ by: 'Bo', theirs: noon.toISOString(), yours: noon.toISOString(), isOwn: true })).toBe(
    `Changed by you at ${clock.format(noon)}, just after your change. That one was kept.`,
  )
  // Another server may send `overtaken` in any shape.
  expect(await said('yes')).toMatch(/03:05/)
})
