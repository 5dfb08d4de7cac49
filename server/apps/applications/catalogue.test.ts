import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/apps/applications.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'
import { listApplications } from './store.ts'

let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
})
afterEach(() => portal.close())

const create = (headers = {}) => portal.call(calls.createApplication, { as: boss.token, headers })
const update = (id: number, body: object) =>
  portal.call(calls.updateApplication, { as: boss.token, params: { id }, body })
const remove = (id: number) => portal.call(calls.deleteApplication, { as: boss.token, params: { id } })

const WIKI = { name: 'Wiki', urlslug: 'wiki', image: '', category: 'Everyday', description: 'What we know' }

/** Everything that a write could change. */
async function state() {
  const { db } = portal.deps
  return {
    rev: await db.selectFrom('revision').select('rev').executeTakeFirstOrThrow(),
    rows: await listApplications(db),
    changes: await db.selectFrom('change').selectAll().orderBy('rev').execute(),
    log: await db.selectFrom('audit').select(['kind', 'actor_id', 'subject_name', 'changes']).orderBy('id').execute(),
  }
}

/** Expects a refusal with a sentence, and no change. */
async function expectRefused(answer: () => ReturnType<typeof update>, status: number, detail: RegExp, field?: string) {
  const before = await state()
  const { status: seen, body } = await answer()
  expect([seen, body.detail]).toEqual([status, expect.stringMatching(detail)])
  if (field) expect(body.fields).toHaveProperty(field)
  expect(await state()).toEqual(before)
}

const builtIn = async (hardId: number) => {
  const row = (await listApplications(portal.deps.db)).find(({ hard_id }) => hard_id === hardId)
  if (!row) throw new Error('there is no such built-in')
  return row
}

async function storedImage(name = `${'a'.repeat(64)}.webp`) {
  await portal.deps.db
    .insertInto('image')
    .values({ name, type: 'image/webp', bytes: Buffer.from('x'), used_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  return `/media/${name}`
}

describe('creating an application', () => {
  test('makes a draft with a free slug, which company employees do not see', async () => {
    const staff = await portal.addUser({ flags: { isCEP: true } })
    const slugs: string[] = []
    for (let count = 0; count < 3; count++) {
      const { status, body } = await create()
      expect(status).toBe(201)
      expect(body).toMatchObject({ name: 'New application', image: '', category: '', description: '', hardId: null })
      slugs.push(body.urlslug)
    }
    expect(slugs).toEqual(['new-application', 'new-application-2', 'new-application-3'])
    expect((await portal.call(calls.listApplications, { as: staff.token })).body.applications).toHaveLength(1)
  })

  test('reuses a slug that became free, and ignores slugs that only begin alike', async () => {
    const first = await create()
    await create()
    await update(first.body._id, { ...WIKI, urlslug: 'new-application-form' })
    expect((await create()).body.urlslug).toBe('new-application')
    expect((await create()).body.urlslug).toBe('new-application-3')
  })

  test('gives each of several simultaneous requests a slug of its own', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()))
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(made.map(({ body }) => body.urlslug)).size).toBe(8)
  })

  test('announces the change, and a repeat with the same idempotency key creates no second one', async () => {
    const before = (await state()).rev.rev
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [once, again] = [await create(key), await create(key)]
    expect(again.body).toEqual(once.body)
    const { rev, changes } = await state()
    expect(rev.rev).toBe(before + 1)
    expect(changes.at(-1)).toMatchObject({ rev: rev.rev, topic: 'applications' })
  })
})

describe('updating an application', () => {
  let id: number
  beforeEach(async () => {
    id = (await create()).body._id
  })

  test('saves the fields, and company employees see the application from then on', async () => {
    const staff = await portal.addUser({ flags: { isCEP: true } })
    const { status, body } = await update(id, { _id: id, ...WIKI })
    expect([status, body]).toEqual([200, { _id: id, ...WIKI, hardId: null }])
    const seen = (await portal.call(calls.listApplications, { as: staff.token })).body.applications
    expect(seen.map(({ name }: { name: string }) => name)).toEqual(['Videos', 'Wiki'])
    expect((await portal.call(calls.getApplication, { params: { id } })).body).toEqual(body)
    const { rev, rows, changes } = await state()
    expect(changes.at(-1)).toMatchObject({ rev: rev.rev, topic: 'applications', entity: id })
    expect(rows.find((row) => row.id === id)).toMatchObject({ saved: 1, rev: rev.rev })
  })

  test('writes nothing if nothing changed, except that saving an unchanged draft publishes it', async () => {
    const draft = (await create()).body
    const { hardId: _hardId, ...asItIs } = draft
    expect((await update(draft._id, asItIs)).status).toBe(200)
    expect((await state()).rows.find((row) => row.id === draft._id)?.saved).toBe(1)
    const before = await state()
    expect(await update(draft._id, asItIs)).toMatchObject({ status: 200, body: draft })
    expect(await state()).toEqual(before)
  })

  test('answers 404 for an unknown application, and so does deleting it', async () => {
    await expectRefused(() => update(999_999, WIKI), 404, /no such application/)
    await expectRefused(() => remove(999_999), 404, /no such application/)
  })

  test('refuses an id in the body that differs from the path with 400', async () => {
    await expectRefused(() => update(id, { _id: id + 1, ...WIKI }), 400, /another application/, '_id')
  })

  test('refuses the slug of another application with 409', async () => {
    await update(id, WIKI)
    const second = (await create()).body._id
    await expectRefused(() => update(second, { ...WIKI, name: 'Other' }), 409, /“Wiki” has the slug “wiki” already\./)
    expect((await update(id, { ...WIKI, name: 'Wiki 2' })).status).toBe(200)
  })

  test.each(['etl', 'vid', 'onbreak', 'mood-report', 'reporting', 'onboarding', 'api-docs', 'server-status'])(
    'refuses the built-in slug %s with 409, even if its application is gone',
    async (urlslug) => {
      await portal.deps.db.deleteFrom('application').where('urlslug', '=', urlslug).execute()
      await expectRefused(() => update(id, { ...WIKI, urlslug }), 409, /portal itself/)
    },
  )

  test.each(['', 'Wiki', 'a b', 'ä', '../x', 'a/b', 'x'.repeat(61), 'wiki\n', '%2e'])(
    'refuses the slug %j with 400',
    async (urlslug) => {
      await expectRefused(() => update(id, { ...WIKI, urlslug }), 400, /\.$/, 'urlslug')
    },
  )

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(151)],
    ['category', 'x'.repeat(151)],
    ['description', 'x'.repeat(5_001)],
    ['image', 'x'.repeat(201)],
  ])('refuses a %s of the wrong length with 400', async (field, value) => {
    await expectRefused(() => update(id, { ...WIKI, [field]: value }), 400, /\.$/, field)
  })

  test('refuses hardId, hard_id and saved in the body with 400', async () => {
    for (const more of [{ hardId: 1 }, { saved: 1 }, { hard_id: 3 }])
      await expectRefused(() => update(id, { ...WIKI, ...more }), 400, /\.$/)
  })

  test.each([
    'https://example.com/x.png',
    '//example.com/x.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '/apps/onbreak.svg',
    '/apps/../index.html',
    '/media/',
    '/media/../apps/onbreak.svg',
    `/media/${'b'.repeat(64)}.webp`,
    `/MEDIA/${'a'.repeat(64)}.webp`,
    `/media/${'a'.repeat(64)}.webp?x`,
    ` /media/${'a'.repeat(64)}.webp`,
  ])('refuses the image %s with 400', async (image) => {
    await storedImage()
    await expectRefused(() => update(id, { ...WIKI, image }), 400, /upload it first/, 'image')
  })

  test('sets an uploaded image and removes it again', async () => {
    const image = await storedImage()
    expect((await update(id, { ...WIKI, image })).body.image).toBe(image)
    expect((await update(id, { ...WIKI, image: '' })).body.image).toBe('')
  })

  test('changes a built-in application except its slug, and accepts no built-in picture but its own', async () => {
    const { id: videos, urlslug } = await builtIn(8)
    const mine = { ...WIKI, name: 'Films', urlslug }
    expect((await update(videos, mine)).body).toMatchObject({ name: 'Films', urlslug: 'vid', image: '', hardId: 8 })
    expect((await update(videos, { ...mine, image: '/apps/vid.svg' })).body.image).toBe('/apps/vid.svg')
    await expectRefused(() => update(videos, { ...mine, image: '/apps/etl.svg' }), 400, /upload/, 'image')
    await expectRefused(() => update(videos, { ...mine, urlslug: 'films' }), 409, /slug of a built-in/)
    await expectRefused(() => update(videos, { ...mine, urlslug: 'etl' }), 409, /slug of a built-in/)
  })

  test('lets one of two simultaneous updates take a slug, and answers 409 to the other', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [(await create()).body._id, (await create()).body._id]
      const wanted = { ...WIKI, urlslug: `wiki-${round}` }
      const answers = await Promise.all([update(a, wanted), update(b, wanted)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('answers 200 or 404 during a simultaneous delete, and the application is deleted', async () => {
    const [changed, gone] = await Promise.all([update(id, WIKI), remove(id)])
    expect([200, 404]).toContain(changed.status)
    expect(gone.status).toBe(204)
    expect((await state()).rows.some((row) => row.id === id)).toBe(false)
  })
})

describe('deleting an application', () => {
  test('removes it and announces the change', async () => {
    const { _id } = (await create()).body
    expect((await remove(_id)).status).toBe(204)
    const { rev, changes } = await state()
    expect(changes.at(-1)).toMatchObject({ rev: rev.rev, topic: 'applications', entity: _id })
    expect((await portal.call(calls.getApplication, { as: boss.token, params: { id: _id } })).status).toBe(404)
    await expectRefused(() => remove(_id), 404, /no such application/)
  })

  test('twice at once succeeds once, and answers 404 once', async () => {
    const { _id } = (await create()).body
    const answers = await Promise.all([remove(_id), remove(_id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  test('refuses a built-in application with 409', async () => {
    for (let hardId = 1; hardId <= 8; hardId++) {
      const { id } = await builtIn(hardId)
      await expectRefused(() => remove(id), 409, /built-in application cannot be deleted/)
    }
  })
})

test('the audit log records who created, changed and deleted an application', async () => {
  const { _id } = (await create()).body
  await update(_id, { ...WIKI, urlslug: 'new-application', category: '', description: '' })
  await remove(_id)
  const entry = { actor_id: boss.id, subject_name: 'New application', changes: '[]' }
  expect((await state()).log).toEqual([
    { ...entry, kind: 'application-made' },
    { ...entry, kind: 'application-changed', changes: '[{"field":"name","from":"New application","to":"Wiki"}]' },
    { ...entry, kind: 'application-deleted', subject_name: 'Wiki' },
  ])
})
