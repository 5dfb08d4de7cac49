/** An upload never takes the last space of a disk, which the database needs. */
import files from 'node:fs/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as calls from '#contract/apps/videos.ts'
import { fillPath } from '#contract/call.ts'
import { statusesOf } from '#server/apps/portal/openapi.ts'
import { openPortal, type Portal, type TestUser } from '#tests/portal.ts'

const MB = 1_048_576
let portal: Portal
let boss: TestUser
beforeEach(async () => {
  portal = await openPortal()
  boss = await portal.addUser({ isAdmin: true })
})
afterEach(() => portal.close())

const statfs = vi.spyOn(files, 'statfs')
afterAll(() => statfs.mockRestore())
const leaveFree = (bavail: number) => statfs.mockResolvedValue({ bavail, bsize: 1 } as never)

async function put(upload: string, offset: number) {
  const { statusCode, body } = await portal.app.inject({
    method: 'PUT',
    url: fillPath(calls.putVideoPart.path, { upload, offset }),
    headers: { authorization: `Bearer ${boss.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.alloc(MB),
  })
  return [statusCode, JSON.parse(body)]
}

test('an upload that would leave less than 100 MB free is refused, what arrived of it stays', async () => {
  const { upload } = (await portal.call(calls.beginVideoUpload, { as: boss.token })).body
  leaveFree(101 * MB)
  expect(await put(upload, 0)).toEqual([200, { size: MB }])
  leaveFree(101 * MB - 1)
  expect(await put(upload, MB)).toEqual([507, { detail: 'The disk of the portal is full.' }])
  expect(statusesOf(calls.putVideoPart)).toHaveProperty('507')
  // Takes no more space.
  expect(await put(upload, 0)).toEqual([200, { size: MB }])
  leaveFree(101 * MB)
  expect(await put(upload, MB)).toEqual([200, { size: 2 * MB }])
})
