import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPortal } from '#tests/portal.ts'

test('a stopping portal closes connections without a request', async () => {
  const portal = await openPortal()
  const app = await buildApp(portal.deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const accepted = once(app.server, 'connection')
  const spare = connect(port, '127.0.0.1')
  await Promise.all([accepted, once(spare, 'connect')])
  const gone = once(spare, 'close')
  // Without `endConnections` Node would wait for this connection for ever.
  await Promise.all([app.close(), gone])
  expect(spare.destroyed).toBe(true)
  await portal.close()
})
