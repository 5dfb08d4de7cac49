/** Work that follows a change is done only for the attempt that was committed. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { deleteVideo } from '#contract/apps/videos.ts'
import { fillPath } from '#contract/call.ts'
import { buildApp } from '#server/app.ts'
import { openPortal } from '#tests/portal.ts'

/** Makes the last statement of a change with a key lose a race, once. */
function losing() {
  let isLost = false
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!isLost && node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('idempotency')) {
        isLost = true
        throw Object.assign(new Error('another was faster'), { code: '40001' })
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { plugin, isLost: () => isLost }
}

test('runs follow-up work once if the first attempt lost a race', async () => {
  const portal = await openPortal()
  const { deps } = portal
  const boss = await portal.addUser({ isAdmin: true })
  const file = 'tour.mp4'
  const { id } = await deps.db
    .insertInto('video')
    .values({ title: 'Tour', url: '', description: '', file, size: 1, rev: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A directory in place of the file cannot be removed, so each attempt to remove it is logged.
  mkdirSync(join(deps.config.dataDir, 'videos', file), { recursive: true })
  let told = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      told += chunk
      done()
    },
  })
  const race = losing()
  const app = await buildApp({ ...deps, db: deps.db.withPlugin(race.plugin) }, { logger: { level: 'error', stream } })
  const { statusCode } = await app.inject({
    method: 'DELETE',
    url: fillPath(deleteVideo.path, { id }),
    headers: { authorization: `Bearer ${boss.token}`, 'idempotency-key': randomUUID() },
  })
  expect(statusCode).toBe(204)
  expect(race.isLost()).toBe(true)
  expect(told.match(/afterwards/g)).toHaveLength(1)
  await app.close()
  await portal.close()
})
